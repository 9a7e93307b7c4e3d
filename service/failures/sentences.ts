/** What the engine says as data, in English words. In the language of whoever asked: `language.ts`. */
import { render, type Said, type Sentence } from '../../language/sentence.ts';
import { type FailureData, speakerOf } from './failure.ts';
import type { Operation } from './operation.ts';

const SPEAKER = speakerOf();

/** What is said, in English: for logs, terminals and programs. */
export function inEnglish(sentence: Sentence): string {
  return render(sentence, SPEAKER);
}

/** A failure within what is said. */
export function sayFailure({ key, parameters }: Pick<FailureData, 'key' | 'parameters'>, operation: Operation): Said {
  return { failure: { key, parameters }, operation };
}
