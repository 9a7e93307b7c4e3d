/** What an entry of the catalogue is made of. */
import type { Said, Sentence } from '../../language/sentence.ts';
import type { Words } from './operation.ts';

/** What a failure means for the state of an operation; the sentence says the rest. */
export type FailureKind =
  | 'auth'
  | 'not_found'
  | 'unreachable'
  | 'empty'
  | 'tool_missing'
  | 'disk_full'
  | 'disk_failed'
  | 'cancelled'
  | 'broken_source'
  | 'internal';

/** What stands in a failure's parameters: JSON. */
export type ParameterValue = string | number | boolean | null | readonly string[] | InnerFailure | Said;

/** A failure within another one. */
export interface InnerFailure {
  readonly key: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** The operation that failed, in words, and how to say a failure, or a sentence, within this one. */
export interface Work extends Words {
  sentenceOf(inner: InnerFailure): string;
  /** What is said within this one; what an earlier version kept in English is said as it is. */
  say(sentence: Sentence): string;
}

export interface Entry<Parameters> {
  readonly kind: FailureKind;
  /** A whole sentence or more: what happened, to what, and what to do now. */
  readonly text: (parameters: Parameters, work: Work) => string;
}

/** One failure: what it means, and its sentence. */
export function entry<Parameters = Record<never, never>>(
  kind: FailureKind,
  text: (parameters: Parameters, work: Work) => string,
): Entry<Parameters> {
  return { kind, text };
}

/** What somebody else said, behind a sentence of ours; '' where nothing was said. */
export function itSays(said: string | undefined): string {
  // What another version stored may have none.
  if (said === undefined || said === '') return '';
  return ` It says: ${isWhole(said) ? said : `${said}.`}`;
}

/** Whether what somebody else said ends as a sentence does. */
export function isWhole(said: string): boolean {
  return ['.', '!', '?'].some((end) => said.endsWith(end));
}

/** For how long a server asks to be left alone; what earlier versions stored says nothing of it. */
export function asksToWait(wait: number | undefined): string {
  if (wait === undefined || wait === 0) return '';
  const minutes = Math.ceil(wait / 60);
  return ` It asks to be left alone for ${wait < 120 ? `${wait} seconds` : `${minutes} minutes`}.`;
}
