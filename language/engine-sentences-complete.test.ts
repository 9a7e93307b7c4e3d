/** Whether what the engine can say to a window has German. */
import { expect, test } from 'vitest';
import { engine, examples } from './de/engine/index.ts';
import { EngineSentences } from './engine-sentences.ts';
import { type EngineSentence, GAP, sentencesOfEngine, textsOfEngine } from './testing/sentences-of-engine.ts';

/** What no window shows, and why. */
const ENGLISH_ONLY: { why: string; files: RegExp; sentence?: RegExp }[] = [
  { why: 'answers git, git-lfs and browsers of other people', files: /^service\/git-http\// },
  { why: 'is written into a terminal', files: /^service\/serve\.ts$/ },
  { why: 'is a text for whoever helps', files: /^service\/upkeep\/diagnostics\.ts$/ },
  { why: 'stands in the document of the API', files: /^service\/api\/(openapi-document|documented-parameters)\.ts$/ },
  { why: 'refuses what headers of programs say', files: /^service\/api\/shared\/request-headers\.ts$/ },
  { why: 'says that a route lacks its rule', files: /^service\/api\/shared\/router\.ts$/ },
  {
    why: 'refuses a program’s token',
    files: /^service\/api\/shared\/(admission|context)\.ts$/,
    sentence: /\btokens?\b/,
  },
  {
    why: 'refuses fields that only programs send',
    files: /^service\/(accounts\/tokens|api\/access\/authorizations)\.ts$/,
    sentence: /^(Send only one of|Another token of this application|A token of an application)/,
  },
  { why: 'refuses a query that only programs send', files: /import-authors\.ts$/, sentence: /^Send an author id/ },
  { why: 'refuses other machines', files: /^service\/loopback\/server\.ts$/, sentence: /^This service answers/ },
  {
    why: 'is a line of the engine’s log',
    files: /\/(stale-locks|strays|orphans|rename|windows-access)\.ts$/,
    sentence: /[Rr]emoved|left alone|^Ended|[Rr]enaming|^The data folder/,
  },
  {
    why: 'is a line of the engine’s log',
    files: /secret-key-file\.ts$/,
    sentence: /^The key file \S+ (is missing|was no key)/,
  },
  { why: 'is a line of the engine’s log', files: /webhooks\.ts$/, sentence: /^(Make room|It answered)/ },
  { why: 'has its German beside it', files: /^service\/imports\/report\/(german-)?page-words\.ts$/ },
  { why: 'is what git says', files: /^service\/sources\/git\/clone\.ts$/, sentence: /^git: / },
];

const german = new EngineSentences('de', engine);
const sentences = sentencesOfEngine();
/** As a sentence may be read, whole and one by one. */
const known = Object.keys(engine)
  .map((english) => english.replace(/\{\w+\}/g, '7'))
  .flatMap((english) => [english, ...piecesOf(english)]);

function piecesOf(text: string): string[] {
  return text.split(/(?<=[.!?…]) (?=["“⟨7\p{Lu}])|(?<=: )(?=⟨)/u);
}

/** What a text of the code may become. */
function shapeOf(text: string): RegExp {
  const fixed = text.split(GAP).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*?')}$`, 'su');
}

function lettersOf(text: string): number {
  return text.replaceAll(GAP, '').replace(/\P{L}/gu, '').length;
}

function hasGerman(said: string): boolean {
  // Patterns of addresses have names in braces.
  const text = said.replace(/\{\w+\}/g, GAP);
  if (lettersOf(text) === 0) return true;
  const shape = shapeOf(text);
  if (known.some((english) => shape.test(english))) return true;
  const ends = [...text.matchAll(/(?<=[.!?…:]|⟨⟩) (?=["“⟨\p{Lu}])|(?<=:) /gu)].map(({ index }) => index);
  if (ends.some((end) => hasGerman(text.slice(0, end)) && hasGerman(text.slice(end + 1)))) return true;
  const example = text.replaceAll(GAP, '7');
  return ends.length === 0 && german.say(example) !== example;
}

function isEnglishOnly({ file, text }: EngineSentence): boolean {
  return ENGLISH_ONLY.some(({ files, sentence }) => files.test(file) && (sentence?.test(text) ?? true));
}

test('every sentence of the engine has German, or is said to people who read English', () => {
  const lacking = sentences.filter((sentence) => !isEnglishOnly(sentence) && !hasGerman(sentence.text));
  expect(lacking.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

test('nothing is excepted that is not said any more', () => {
  const said = sentences.filter(({ text }) => !hasGerman(text));
  const unused = ENGLISH_ONLY.filter(
    ({ files, sentence }) => !said.some(({ file, text }) => files.test(file) && (sentence?.test(text) ?? true)),
  );
  expect(unused).toEqual([]);
});

test('every sentence that has German is one that the engine makes, with the same values', () => {
  const texts = [...textsOfEngine()].map((text) => text.replace(/\{\w+\}/g, GAP));
  const shapes = [...new Set(texts.flatMap((text) => [text, ...piecesOf(text)]))]
    .filter((text) => !text.includes(GAP) || lettersOf(text) > 4)
    .map(shapeOf);
  const isMade = (text: string) => shapes.some((shape) => shape.test(text) || shape.test(text.replace(/\.$/, '')));
  // A part of a sentence is followed by the rest in another text.
  const isSaid = (words: string) => texts.some((text) => text.includes(words.replace(/^\W+|[\s.,:;"({]+$/gu, '')));
  const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
  const unknown: string[] = [];
  for (const [english, text] of Object.entries({ ...engine, ...examples })) {
    expect(values(text), english).toEqual(values(english));
    if (values(english).length > 0) expect(english.replace(/\{\w+\}/g, '')).toContain(' ');
    const example = english.replace(/\{\w+\}/g, '7');
    if (isMade(example) || piecesOf(example).every(isMade) || english.split(/\{\w+\}/).every(isSaid)) continue;
    unknown.push(english);
  }
  expect(unknown).toEqual([]);
});

test('German is written as German is', () => {
  for (const text of Object.values({ ...engine, ...examples })) {
    expect(text).not.toMatch(/(^|[\s(])“|”|\s\s|^\s|\s$|"/);
    expect(text.split('„').length).toBe(text.split('“').length);
    expect(text).not.toMatch(/(?<![-\w])([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/);
  }
});
