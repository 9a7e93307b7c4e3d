/** What went wrong, as data: every room throws it, the room of the operation names the subject, the catalogue has the sentence. */
import { ENGLISH as ENGLISH_OWN, render, type Said, type Speaker } from '../../language/sentence.ts';
import { CATALOGUE, type FailureKey, type FailureParameters } from './catalogue/index.ts';
import type { FailureKind, InnerFailure, ParameterValue, Work } from './entry.ts';
import { type Operation, type OperationWords, WORDS, wordsOf } from './operation.ts';

/** A failure as it is stored (JSON), sent in events and handed between threads. */
export interface FailureData {
  kind: FailureKind;
  /** Entry of the catalogue. A later version may know keys that this one does not, hence no narrower type. */
  key: string;
  parameters: Readonly<Record<string, ParameterValue>>;
  /** Technical detail for the log, already free of secrets. */
  detail: string;
}

/** Among the parameters of any failure: how often, and for how long, what it ended was tried. */
export const TRIED = 'tried';
/** Likewise, that a new try goes on behind what came before this one ended. */
export const KEPT = 'kept';

/** The longest detail that is stored, in characters. */
const LONGEST_DETAIL = 2000;

/** A failure that a person can read. `message` speaks of no operation: `sentenceOf` does. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly key: string;
  readonly parameters: FailureData['parameters'];
  readonly detail: string;

  constructor(data: FailureData) {
    super(sentenceOf(data, 'work'));
    this.name = 'Failure';
    this.kind = data.kind;
    this.key = data.key;
    this.parameters = data.parameters;
    this.detail = data.detail;
  }

  /**
   * @param detail technical detail for the log, free of secrets
   * @param kind for the few whose kind depends on more than the key
   */
  static of<Key extends FailureKey>(
    key: Key,
    parameters: FailureParameters<Key>,
    detail = '',
    kind: FailureKind = CATALOGUE[key].kind,
  ): Failure {
    return new Failure({ kind, key, parameters, detail });
  }
}

/** What is stored and sent of a failure. */
export function dataOf({ kind, key, parameters, detail }: FailureData): FailureData {
  return { kind, key, parameters, detail: detail.slice(0, LONGEST_DETAIL) };
}

/** The catalogue and the words for operations in one language. */
export interface Speech {
  readonly sentences: Readonly<Record<FailureKey, unknown>>;
  readonly words: OperationWords;
  /** What the language has of its own for what is said beside failures. */
  readonly own: Omit<Speaker, 'failure'>;
}

/** What programs and logs read. */
export const ENGLISH: Speech = {
  sentences: Object.fromEntries(Object.entries(CATALOGUE).map(([key, { text }]) => [key, text])) as Speech['sentences'],
  words: WORDS,
  own: ENGLISH_OWN,
};

/**
 * The sentence of a failure for a person, English by default: what happened, to what, and what to do now. Never throws: what
 * another version stored may lack what this one's sentence is made of.
 */
export function sentenceOf(
  data: Pick<FailureData, 'key' | 'parameters'>,
  operation: Operation,
  speech: Speech = ENGLISH,
): string {
  const { key, parameters } = data;
  const work: Work = {
    ...wordsOf(operation, speech.words),
    sentenceOf: (inner) => sentenceOf(inner, operation, speech),
    say: (sentence) => render(sentence, speakerOf(speech)),
  };
  try {
    if (Object.hasOwn(speech.sentences, key)) {
      const text = rendering(key as FailureKey, speech)(parameters, work);
      const more = [KEPT, TRIED].flatMap((name) => (parameters[name] as Said | undefined) ?? []);
      return [text, ...more.map((said) => work.say(said))].join(' ');
    }
  } catch {
    // Its parameters are not those of this version: said below.
  }
  return rendering('failure.unknown', speech)({ key }, work);
}

/** Says sentences in which failures are told; English by default. */
export function speakerOf(speech: Speech = ENGLISH): Speaker {
  return {
    ...speech.own,
    failure: ({ failure, operation }) => sentenceOf(failure as InnerFailure, operation as Operation, speech),
  };
}

/** As every entry is once its key is known: what was thrown with the key has the entry's parameters. */
function rendering(key: FailureKey, { sentences }: Speech) {
  return sentences[key] as (parameters: FailureData['parameters'], work: Work) => string;
}
