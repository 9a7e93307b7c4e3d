/**
 * What the engine says beside failures, as data: a text of the catalogue and what is put into it. It is kept and handed between
 * threads like this (JSON), and becomes words where somebody reads it, in their language.
 */
import type { EngineText } from './de/engine/index.ts';
import { grouped } from './grouped.ts';
import { isolated } from './isolated.ts';
import { whenAsked } from './when-asked.ts';

/** A count, grouped as the language groups: `1,234`. A number that is a name (a revision, a port) is put in as it is. */
export interface Counted {
  readonly count: number;
}

/** A moment, UTC (`2026-01-31T12:00:00Z`). */
export interface Moment {
  readonly moment: string;
}

/** A day of UTC (`2026-01-31`). */
export interface Day {
  readonly day: string;
}

/** A text of the catalogue; `values` by the names in its braces. */
export interface SaidText {
  readonly text: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** A failure (`service/failures/`) within what is said, and what it ended. */
export interface SaidFailure {
  readonly failure: { readonly key: string; readonly parameters: Readonly<Record<string, unknown>> };
  readonly operation: string;
}

/** One sentence, or several after one another. */
export type Said = SaidText | SaidFailure | readonly Sentence[];

/** What is said, or the words of somebody else: a name, what a tool said, what an earlier version kept in English. */
export type Sentence = Said | string;

/** What is put into a sentence. */
export type Value = Sentence | number | Counted | Moment | Day;

/** What is held with sentences in it, once they are words: `Names` are theirs. */
export type InWords<Held, Names extends keyof Held> = Omit<Held, Names> & {
  [Name in Names]: null extends Held[Name] ? string | null : string;
};

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesFor<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Text>, Value>>];

/** A sentence: English as it stands here, German from `language/de/engine/`, which a text must be in to compile. */
export function say<const Text extends EngineText>(text: Text, ...values: ValuesFor<Text>): SaidText {
  return values[0] === undefined ? { text } : { text, values: values[0] };
}

export function counted(count: number): Counted {
  return { count };
}

/** @param at UTC, `2026-01-31T12:00:00Z`; a text that is no time stays as it is */
export function moment(at: string): Moment {
  return { moment: at };
}

/** @param at UTC, `2026-01-31` */
export function day(at: string): Day {
  return { day: at };
}

/** How a language says what is put together. */
export interface Speaker {
  /** Texts of the language by the English ones; what it lacks is said in English. */
  readonly texts: Readonly<Record<string, string>>;
  /** A word or a name of somebody else. */
  word(word: string): string;
  count(count: number): string;
  moment(at: string): string;
  day(at: string): string;
  failure(said: SaidFailure): string;
}

/** What English has of its own for programs and logs: texts as they stand in the code, moments as they are kept. */
export const ENGLISH: Omit<Speaker, 'failure'> = {
  texts: {},
  word: (word) => word,
  count: (count) => grouped(count, ','),
  moment: (at) => at,
  day: (at) => at,
};

/** As English is for whoever reads it in a window: days and moments in their way, names of other scripts kept apart. */
export const ENGLISH_OF_PEOPLE: Omit<Speaker, 'failure'> = { ...ENGLISH, word: isolated, ...datesOf('en') };

/** What German has of its own. @param texts of `language/de/engine/` */
export function german(texts: Readonly<Record<string, string>>): Omit<Speaker, 'failure'> {
  return { texts, word: isolated, count: (count) => grouped(count, '.'), ...datesOf('de') };
}

/** Days are of UTC, moments are said in the time of this machine. */
function datesOf(language: 'en' | 'de'): Pick<Speaker, 'moment' | 'day'> {
  const dayFormat = whenAsked(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }));
  const momentFormat = whenAsked(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }));
  const formatted = (format: () => Intl.DateTimeFormat, at: string) =>
    Number.isNaN(Date.parse(at)) ? at : format().format(new Date(at));
  return { moment: (at) => formatted(momentFormat, at), day: (at) => formatted(dayFormat, at) };
}

/** What is said, in words. Never throws: what another version kept may lack what a text has a place for. */
export function render(sentence: Sentence, speaker: Speaker): string {
  if (typeof sentence === 'string') return sentence;
  if (typeof sentence !== 'object' || sentence === null) return '';
  if (isList(sentence)) return sentence.map((each) => render(each, speaker)).join(' ');
  if ('failure' in sentence) return speaker.failure(sentence);
  const { text, values } = sentence;
  if (typeof text !== 'string') return '';
  const own = Object.hasOwn(speaker.texts, text) ? speaker.texts[text] : undefined;
  return piecesOf(own ?? text)
    .map((piece, index) => (index % 2 === 0 ? piece : inWords(givenFor(values, piece), speaker)))
    .join('');
}

function givenFor(values: SaidText['values'], name: string): Value | undefined {
  return values !== undefined && values !== null && Object.hasOwn(values, name) ? values[name] : undefined;
}

function inWords(value: Value | undefined, speaker: Speaker): string {
  if (typeof value === 'string') return speaker.word(value);
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if ('count' in value) return speaker.count(value.count);
  if ('moment' in value) return speaker.moment(value.moment);
  if ('day' in value) return speaker.day(value.day);
  return render(value, speaker);
}

function isList(sentence: Said): sentence is readonly Sentence[] {
  return Array.isArray(sentence);
}

const pieces = new Map<string, readonly string[]>();

/** A text of a catalogue, parted at its places: words, a name, words, a name and so on. */
function piecesOf(text: string): readonly string[] {
  let known = pieces.get(text);
  if (known === undefined) {
    known = text.split(/\{(\w+)\}/);
    // What was kept by another version is no text of the catalogue.
    if (pieces.size < 2000) pieces.set(text, known);
  }
  return known;
}

/** Whether the same is said. */
export function isSame(one: Sentence, other: Sentence): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether something that was kept is what is said, and no other JSON. */
export function isSaid(value: unknown): value is Said {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' || isSaid(each));
  if (typeof value !== 'object' || value === null) return false;
  if ('failure' in value) return typeof value.failure === 'object' && 'operation' in value;
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    Object.keys(value).every((name) => name === 'text' || name === 'values')
  );
}
