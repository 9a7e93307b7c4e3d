/**
 * Sentences of failures that were stored as text (lines of an import's log, what a report says of the source), in German. They
 * are made once more of every entry of the catalogue, with marks for what is put in, and found by that.
 */
import { EngineSentences } from '../../language/engine-sentences.ts';
import { CATALOGUE } from './catalogue/index.ts';
import type { Entry } from './entry.ts';
import { FACTS } from './german/facts.ts';
import { GERMAN } from './german/index.ts';
import { GERMAN_WORDS } from './german/operation.ts';
import { type Operation, type OperationWords, WORDS, wordsOf } from './operation.ts';

/** What is stored as text is of an import or a push, or of no operation. */
const OPERATIONS: readonly Operation[] = ['import', 'push', 'work'];
/** Numbers from here on stand for those that sentences compare, divide and format, one for each name. */
const NUMBER = 7911;
/** Stands for a failure within another one, which is told on its own. */
const INNER = '\u0000';

/** Characters of its own that a sentence, or a part of one, has at least. */
const FEWEST = 12;

type Text = Entry<unknown>['text'];
type Given = Readonly<Record<string, string | number | readonly string[]>>;

let sentences: EngineSentences | null = null;

/** What is a failure's sentence in a text, in German; the rest as it is. */
export function retold(english: string): string {
  sentences ??= new EngineSentences('de', textsOfFailures());
  return sentences.say(english);
}

function textsOfFailures(): Record<string, string> {
  const texts: Record<string, string> = { ...FACTS };
  for (const [key, { text }] of Object.entries(CATALOGUE)) {
    const said = GERMAN[key as keyof typeof GERMAN] as Text;
    // Most say the same whatever failed, and of whatever they are made.
    const told = new Set<string>();
    for (const operation of OPERATIONS) {
      const plain = partsOf(text as Text, {}, operation, WORDS).join(INNER);
      if (plain !== '' && told.has(plain)) continue;
      for (const given of waysOf(text as Text, operation)) {
        const one = partsOf(text as Text, given, operation, WORDS);
        const english = one.join(INNER);
        if (told.has(english) || english === putInto(plain, given)) continue;
        told.add(english);
        const other = partsOf(said, given, operation, GERMAN_WORDS);
        if (one.length !== other.length) continue;
        for (const [index, part] of one.entries()) {
          const german = other[index] ?? '';
          // Fewer words of its own could be anybody's.
          if (part.replace(/\{p_\w+\}/g, '').length < FEWEST) continue;
          if (namesIn(german).every((name) => namesIn(part).includes(name))) texts[part] ??= german;
        }
      }
    }
  }
  return texts;
}

/** A sentence with values in their places, where they change nothing else of it. */
function putInto(plain: string, given: Given): string | null {
  if (Object.keys(given).length === 0) return null;
  return plain.replace(/\{p_(\w+)\}/g, (mark, name: string) => String(given[name] ?? mark));
}

/** With a word for everything, and with one or two as a number, as one, as nothing, or as a list. */
function waysOf(text: Text, operation: Operation): Given[] {
  const names = namesRead(text, operation);
  const one = names.flatMap((name, index) =>
    [NUMBER + index, [`{p_${name}}`], 1, 0, ''].map((value): Given => ({ [name]: value })),
  );
  const lists = names.map((name): Given => ({ [name]: [`{p_${name}}`] }));
  const numbers = names.map((name, index): Given => ({ [name]: NUMBER + index }));
  return [{}, ...one, ...lists.flatMap((list) => numbers.map((number) => ({ ...list, ...number })))];
}

/** Names of what a sentence is made of; what takes a list reads the rest only once it has one. */
function namesRead(text: Text, operation: Operation): string[] {
  const names = new Set<string>();
  for (let before = -1; before < names.size; ) {
    before = names.size;
    const lists = Object.fromEntries([...names].map((name) => [name, ['']]));
    for (const given of [{}, lists]) partsOf(text, given, operation, WORDS, (name) => names.add(name));
  }
  return [...names];
}

/** A sentence with marks for what is put in, around a failure within it. @returns nothing for what it cannot be made of */
function partsOf(
  text: Text,
  given: Given,
  operation: Operation,
  words: OperationWords,
  onRead?: (name: string) => void,
): string[] {
  const parameters = new Proxy(given, {
    get: (_given, name) => {
      onRead?.(String(name));
      return given[String(name)] ?? `{p_${String(name)}}`;
    },
  });
  try {
    const made = text(parameters, {
      ...wordsOf(operation, words),
      sentenceOf: () => INNER,
      say: (said) => (typeof said === 'string' ? said : ''),
    }).replace(/\b7[.,]?9\d\d\b/g, (number) => nameOf(Number(number.replace(/[.,]/, '')), given) ?? number);
    const own = made.replace(/\{p_\w+\}/g, '');
    if (/[{}]|NaN|undefined|\[object/.test(own)) return [];
    return made.split(INNER).map((part) => part.trim());
  } catch {
    return [];
  }
}

function nameOf(number: number, given: Given): string | null {
  const name = Object.keys(given).find((known) => given[known] === number);
  return name === undefined ? null : `{p_${name}}`;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
