/** Two threads that ask each other and tell each other: calls with one answer each, and words that want none. */

import type { Said } from '../../language/sentence.ts';
import { dataOf, Failure, type FailureData } from '../../service/failures/failure.ts';
import { SaidError } from '../../service/failures/said-error.ts';

/** What can be asked, by name: what goes in, and what comes back. */
export type Calls = Record<string, { input: unknown; output: unknown }>;

/** One side's answers. `signal` is aborted when who asked wants no answer any more. */
export type Answers<Own extends Calls> = {
  [Name in keyof Own]: (
    input: Own[Name]['input'],
    signal: AbortSignal,
  ) => Promise<Own[Name]['output']> | Own[Name]['output'];
};

/** A `Worker`, or the port that one has to its parent. */
interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** An error as it goes from thread to thread: an instance keeps neither its class nor what was added to it. */
interface ErrorData {
  name: string;
  message: string;
  stack: string | undefined;
  /** Of a damaged database: which one. */
  database?: unknown;
  failure?: FailureData;
  /** Of one whose sentence is data. */
  said?: Said;
}

type Word<Told> =
  | { type: 'ask'; id: number; call: string; input: unknown }
  | { type: 'answer'; id: number; output: unknown }
  | { type: 'refusal'; id: number; error: ErrorData }
  | { type: 'stop'; id: number }
  | { type: 'told'; told: Told };

/** One end of the line. `Own` is what this side answers, `Others` what the other does. */
export class Line<Own extends Calls, Others extends Calls, Heard, Told> {
  readonly #port: Port;
  readonly #answers: Answers<Own>;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  /** What the other side asked and has no answer to yet. */
  readonly #asked = new Map<number, AbortController>();
  #next = 0;
  #cut: Error | null = null;

  /** @param onTold hears what the other side tells, in the order of its words and answers */
  constructor(port: Port, answers: Answers<Own>, onTold: (told: Heard) => void) {
    this.#port = port;
    this.#answers = answers;
    port.on('message', (message) => this.#take(message as Word<Heard>, onTold));
  }

  /**
   * Asks the other side.
   * @throws what it threw: a Failure as one, any other error with its name and its message; the reason of the line's cut
   */
  ask<Name extends keyof Others & string>(
    call: Name,
    input: Others[Name]['input'],
    signal?: AbortSignal,
  ): Promise<Others[Name]['output']> {
    if (this.#cut !== null) return Promise.reject(this.#cut);
    const id = this.#next++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#post({ type: 'ask', id, call, input });
    const stop = () => this.#post({ type: 'stop', id });
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    return waiting.promise.finally(() => signal?.removeEventListener('abort', stop));
  }

  tell(told: Told): void {
    if (this.#cut === null) this.#post({ type: 'told', told });
  }

  /** The other side is gone: what it was asked, and will be, fails with this. */
  cut(reason: Error): void {
    this.#cut ??= reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    for (const stop of this.#asked.values()) stop.abort();
  }

  #post(word: Word<Told>): void {
    this.#port.postMessage(word);
  }

  #take(word: Word<Heard>, onTold: (told: Heard) => void): void {
    switch (word.type) {
      case 'told':
        onTold(word.told);
        break;
      case 'stop':
        this.#asked.get(word.id)?.abort();
        break;
      case 'ask':
        void this.#answer(word.id, word.call, word.input);
        break;
      default: {
        const waiting = this.#waiting.get(word.id);
        this.#waiting.delete(word.id);
        if (word.type === 'answer') waiting?.resolve(word.output);
        else waiting?.reject(errorOf(word.error));
      }
    }
  }

  async #answer(id: number, call: string, input: unknown): Promise<void> {
    const stop = new AbortController();
    this.#asked.set(id, stop);
    try {
      const answer = this.#answers[call];
      if (answer === undefined) throw new RangeError(call);
      this.#post({ type: 'answer', id, output: await answer(input, stop.signal) });
    } catch (error) {
      this.#post({ type: 'refusal', id, error: dataOfError(error) });
    } finally {
      this.#asked.delete(id);
    }
  }
}

function dataOfError(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack } = error;
  const database = 'database' in error ? { database: error.database } : {};
  const said = error instanceof SaidError ? { said: error.said } : {};
  return {
    name,
    message,
    stack,
    ...database,
    ...said,
    ...(error instanceof Failure ? { failure: dataOf(error) } : {}),
  };
}

function errorOf({ failure, said, ...data }: ErrorData): Error {
  if (failure !== undefined) return new Failure(failure);
  return Object.assign(said === undefined ? new Error(data.message) : new SaidError(said), data);
}
