/** What the compiler does not see of the engine's sentences: words that are no data, texts that nobody says, and their German. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engine } from './de/engine/index.ts';
import { sentencesOfEngine, textsSaid } from './testing/sentences-of-engine.ts';

const texts: Readonly<Record<string, string>> = engine;

/** What is words in the code, as no window shows it, and why. */
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
  { why: 'is what git says', files: /^service\/sources\/git\/(clone|arriving)\.ts$/, sentence: /^git: / },
];

test('sentences of the engine are data, or said to people who read English', () => {
  const words = sentencesOfEngine();
  const isExcepted = ({ file, text }: { file: string; text: string }) =>
    ENGLISH_ONLY.some(({ files, sentence }) => files.test(file) && (sentence?.test(text) ?? true));
  expect(words.filter((each) => !isExcepted(each)).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  const unused = ENGLISH_ONLY.filter(
    ({ files, sentence }) => !words.some(({ file, text }) => files.test(file) && (sentence?.test(text) ?? true)),
  );
  expect(unused).toEqual([]);
});

test('every text is said, and stands in one file only', () => {
  const said = textsSaid();
  expect(said.filter(({ text }) => text === null)).toEqual([]);
  const known = new Set(said.map(({ text }) => text));
  expect(Object.keys(texts).filter((text) => !known.has(text))).toEqual([]);
  const folder = join(import.meta.dirname, 'de', 'engine');
  const all = globSync('*.json', { cwd: folder }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  expect(all.length).toBe(Object.keys(texts).length);
});

test('German has the same places, and is written as German is', () => {
  const places = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];
  for (const [english, text] of Object.entries(texts)) {
    expect([...new Set(places(text))], english).toEqual([...new Set(places(english))]);
    expect(text).not.toMatch(/(^|[\s(])“|”|\s\s|^\s|\s$|"/);
    expect(text.split('„').length).toBe(text.split('“').length);
    expect(text).not.toMatch(/(?<![-\w])([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/);
  }
});
