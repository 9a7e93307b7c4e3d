/**
 * Client of the REST API of Azure DevOps Services, Azure DevOps Server and Team Foundation Server 2015 and later
 * (learn.microsoft.com/rest/api/azure/devops/tfvc). Asks again when it is told to wait or the connection breaks.
 */

import { type Sentence, say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { secondsAsked, waitAfter } from '../../../network/back-off.ts';
import { rest } from '../../../network/patience.ts';
import type { Credentials } from '../../../vocabulary/credentials.ts';
import { ApiVersion } from './api-version.ts';
import { bodyOf, messageIn, messageOf, parse, readText, requireJson } from './body.ts';
import {
  AnswerTooLarge,
  asksToSignIn,
  isFoundationServer,
  NotTheApi,
  requestFailure,
  ServerRefusal,
  serviceError,
  signInFailure,
} from './failures.ts';
import { FirstBytes } from './first-bytes.ts';
import { Gate } from './gate.ts';
import { type Json, ListReader } from './list-reader.ts';
import { Pace, type Sent } from './pace.ts';
import { isDelayed, pauseAfter, pauseAfterRefusal, ToldToWait, tellsOfTooMany, worthAnotherTry } from './retry.ts';
import { SignIn } from './sign-in.ts';
import { ConnectionLost, type HttpAnswer, send } from './transport.ts';

export interface ClientOptions {
  /** Address of the collection or organisation, without a slash at its end. */
  collection: string;
  credentials: Credentials | null;
  signal: AbortSignal;
  onLog?: (level: 'info' | 'warning', text: Sentence) => void;
  /** Requests at one time at most; how many there are is the server's (`Pace`). */
  parallel?: number;
  /** Tries of one request when the server or the network fails. */
  tries?: number;
  /** Tries of one request whose connection breaks; without it `tries`. The caller may have patience of its own. */
  brokenTries?: number;
  /** A server that asks for a longer rest gets none here: its refusal is told. In milliseconds; without it all are given. */
  longestWaitMs?: number;
  /** Tries of one request that a server puts off with 429, as long as it may be another one than Team Foundation's. */
  triesOfUnknown?: number;
  /** Longest time from a request to the first byte of its answer, in milliseconds: servers work on a listing for minutes. */
  firstByteMs?: number;
  /** Longest time without a byte in the middle of an answer, in milliseconds. */
  silenceMs?: number;
  /** Told again and again, while the server has not begun to answer, for how many milliseconds it has not. */
  onSilence?(milliseconds: number): void;
  /** Largest JSON answer in bytes; of a list, the largest entry. */
  largestAnswer?: number;
  /** Waits before a request is sent again; tests do not wait. */
  delay?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a download does with its bytes. A new one is made for each try. */
export interface Sink {
  /** @throws ConnectionLost when what arrives cannot be right */
  write(piece: Uint8Array): void;
}

export interface ListOptions {
  /** Of the list in the answer. */
  name?: string;
  /** Where fewer than usual will do. */
  tries?: number;
  /** Questions of one kind take the server alike: their answers show how busy it is. Without it they show nothing. */
  kind?: string;
  /** Entries at most. */
  most?: number;
  onHeaders?(headers: Headers): void;
}

interface Question {
  /** Below `<collection>/_apis/`. */
  path: string;
  query: Query;
  body: string | null;
  accept: string;
  tries?: number | undefined;
  kind?: string | undefined;
}

/** How long a server may work on an answer before it begins, in milliseconds: as long as servers themselves let it take. */
export const FIRST_BYTE_MS = 30 * 60_000;

const DEFAULTS = { tries: 7, firstByteMs: FIRST_BYTE_MS, silenceMs: 60_000, largestAnswer: 16 << 20 };
const LONGEST_MESSAGE = 300;

export class TfvcClient {
  readonly collection: string;
  readonly #options: ClientOptions;
  readonly #signIn: SignIn;
  readonly #pace: Pace;
  readonly #gate: Gate;
  readonly #firstBytes: FirstBytes;
  readonly #version = new ApiVersion();
  /** Whether the server's own headers arrive here. */
  #isRecognised = false;
  /** Resolves when the pause that the server asked for is over. */
  #pause: Promise<void> = Promise.resolve();
  /** Pauses that are not over. */
  #rests = 0;

  constructor(options: ClientOptions) {
    this.collection = options.collection;
    this.#options = options;
    this.#pace = new Pace(options.parallel);
    this.#gate = new Gate(this.#pace);
    this.#firstBytes = new FirstBytes((milliseconds) => options.onSilence?.(milliseconds));
    this.#signIn = new SignIn(options.credentials);
  }

  /** Requests that the server bears at one time, as far as is known. */
  get atOnce(): number {
    return this.#pace.limit;
  }

  /** The same server with another collection. */
  at(collection: string): TfvcClient {
    return new TfvcClient({ ...this.#options, collection });
  }

  /**
   * Asks for JSON below `<collection>/_apis/`.
   * @param body goes with the question, which is a POST then
   * @throws Failure; ServerRefusal for 4xx that is not about signing in; AnswerTooLarge; NotTheApi
   */
  async json(path: string, query: Query, body: unknown = null): Promise<unknown> {
    const limit = this.#options.largestAnswer ?? DEFAULTS.largestAnswer;
    const sent = body === null ? null : JSON.stringify(body);
    return await this.#ask({ path, query, body: sent, accept: 'application/json' }, async (answer) => {
      requireJson(answer);
      return parse(await readText(answer, limit));
    });
  }

  /**
   * Asks for a list below `<collection>/_apis/`, read entry by entry while it arrives.
   * @throws what `json` throws, and what `read` throws
   */
  async list<Read>(
    path: string,
    query: Query,
    read: (entry: Json) => Read,
    { name = 'value', tries, kind, most, onHeaders }: ListOptions = {},
  ): Promise<Read[]> {
    const limit = this.#options.largestAnswer ?? DEFAULTS.largestAnswer;
    return await this.#ask({ path, query, body: null, accept: 'application/json', tries, kind }, async (answer) => {
      requireJson(answer);
      const entries: Read[] = [];
      const reader = new ListReader(limit, (entry) => void entries.push(read(entry)), name, most);
      const decoder = new TextDecoder();
      for await (const piece of answer.pieces()) reader.write(decoder.decode(piece, { stream: true }));
      reader.end();
      onHeaders?.(answer.headers);
      return entries;
    });
  }

  /**
   * Fetches a file's content at a changeset.
   * @param sink called for each try
   * @throws Failure; ServerRefusal 404 when the server has no such content
   */
  async download<Made extends Sink>(path: string, version: number, sink: () => Made): Promise<Made> {
    const query = { path, download: true, ...atVersion(version) };
    const accept = 'application/octet-stream';
    return await this.#ask({ path: 'tfvc/items', query, body: null, accept, kind: 'content' }, async (answer) => {
      const made = sink();
      for await (const piece of answer.pieces()) made.write(piece);
      return made;
    });
  }

  async #ask<Result>(question: Question, use: (answer: HttpAnswer) => Promise<Result>): Promise<Result> {
    const { signal } = this.#options;
    for (let failed = 0, asked = 0, excused = 0; ; ) {
      let sent: Sent | null = null;
      let step = 0;
      try {
        return await this.#gate.through(async (send) => {
          // Who waited for its turn waits for the end of a pause that began meanwhile.
          await this.#pause;
          signal.throwIfAborted();
          const now = send();
          sent = now;
          step = this.#version.step;
          return await this.#once(question, now, use);
        });
      } catch (error) {
        signal.throwIfAborted();
        if (this.#version.isOther(error, question.path, step)) continue;
        const wait = error instanceof ToldToWait ? error : null;
        const wereMany = sent !== null && tellsOfTooMany(error) && this.#pace.refused(sent);
        // With fewer at one time it may be taken. One that breaks again and again breaks for itself.
        if (wereMany && wait === null && excused++ < MOST_EXCUSED) continue;
        if (wait === null && !worthAnotherTry(error)) throw this.#told(error);
        const { longestWaitMs = Number.POSITIVE_INFINITY } = this.#options;
        if (wait !== null && (wait.milliseconds ?? 0) > longestWaitMs) throw this.#told(wait.refusal);
        if (wait?.status === 429) asked += 1;
        else failed += 1;
        const { tries: usual = DEFAULTS.tries, brokenTries = usual, triesOfUnknown = MOST_WAITS } = this.#options;
        const tries = question.tries ?? usual;
        const waits = this.#isRecognised ? MOST_WAITS : triesOfUnknown;
        if (failed >= (wait === null ? brokenTries : tries) || asked >= waits) throw this.#told(wait?.refusal ?? error);
        await this.#waitBefore(failed + asked, wait);
      }
    }
  }

  async #once<Result>(
    { path, query, body, accept, kind }: Question,
    sent: Sent,
    use: (answer: HttpAnswer) => Promise<Result>,
  ): Promise<Result> {
    const url = this.#url(path, query);
    const headers = { accept, 'x-tfs-fedauthredirect': 'Suppress' };
    const { signal, firstByteMs = DEFAULTS.firstByteMs, silenceMs = DEFAULTS.silenceMs } = this.#options;
    const onRedirect = (from: URL, to: URL) =>
      this.#options.onLog?.(
        'info',
        say('The server leads from {from} to {to}.', {
          from: `${from.origin}${from.pathname}`,
          to: `${to.origin}${to.pathname}`,
        }),
      );
    return await this.#signIn.through(
      async (authorization, line) => {
        const begun = performance.now();
        const answer = await this.#firstBytes.of(
          send(url, headers, { body, authorization, line, signal, firstByteMs, silenceMs, onRedirect }),
        );
        if (kind !== undefined) this.#pace.answered(sent, kind, performance.now() - begun);
        return answer;
      },
      async (answer) => {
        await this.#requireSignedIn(answer, accept !== 'application/json');
        // Nothing is what an empty file holds.
        const isRight = answer.status === 200 || (answer.status === 204 && accept !== 'application/json');
        if (!isRight) throw await this.#refusal(answer);
        this.#requireOwn(answer);
        // A busy server may answer and ask for a rest at the same time.
        const rest = pauseAfter(answer.headers);
        if (rest !== null || isDelayed(answer.headers)) this.#pace.refused(sent);
        if (rest !== null) this.#restFor(rest);
        return await use(answer);
      },
    );
  }

  /** @throws ConnectionLost for a page that something between here and the server wrote: it could be a file of its own */
  #requireOwn(answer: HttpAnswer): void {
    if (isFoundationServer(answer.headers)) this.#isRecognised = true;
    else if (this.#isRecognised && (answer.headers.get('content-type') ?? '').includes('text/html')) {
      answer.drop();
      throw new ConnectionLost(say('a page came that is not the server’s own'));
    }
  }

  /** @param wantsPage whether a file was asked for, which may well be a page @throws SignInFailure */
  async #requireSignedIn(answer: HttpAnswer, wantsPage: boolean): Promise<void> {
    if (!asksToSignIn(answer, wantsPage)) return;
    const { way, refused } = this.#signIn;
    const words = serviceError(refused ?? answer.headers) ?? serviceError(answer.headers) ?? (await messageIn(answer));
    const said = this.#clean(words);
    answer.drop();
    throw signInFailure(answer, { url: this.collection, way, said });
  }

  async #refusal(answer: HttpAnswer): Promise<Error> {
    const { status, headers } = answer;
    if (isFoundationServer(headers)) this.#isRecognised = true;
    const body = await bodyOf(answer);
    const type = typeof body.typeKey === 'string' ? body.typeKey : '';
    const said = this.#clean(messageOf(body) || (serviceError(headers) ?? ''));
    const refusal = new ServerRefusal(status, type, said, secondsAsked(answer));
    // Told so with other statuses than 401 as well, and nothing that passes.
    if (/^(TF30063|TF400813|VS30063)\b/.test(refusal.message)) {
      const { way } = this.#signIn;
      return signInFailure(answer, { url: this.collection, way, said: refusal.message });
    }
    const mayPass = status === 429 || status === 408 || status >= 500;
    return mayPass ? new ToldToWait(refusal, pauseAfterRefusal(headers)) : refusal;
  }

  /** A server's sentence, short and without what it may have echoed. */
  #clean(message: string): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
    let text = message.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, LONGEST_MESSAGE);
    for (const secret of this.#signIn.secrets) text = text.replaceAll(secret, '***');
    return text;
  }

  async #waitBefore(failed: number, wait: ToldToWait | null): Promise<void> {
    const milliseconds = wait?.milliseconds ?? waitAfter(failed);
    const seconds = Math.ceil(milliseconds / 1000);
    // All that are under way are told the same.
    const isToldAgain = wait?.status === 429 && this.#rests > 0;
    if (!isToldAgain)
      this.#options.onLog?.(
        'warning',
        wait === null
          ? say('The connection broke; asking again in {seconds} seconds.', { seconds })
          : say('The server is busy (HTTP {status}); asking again in {seconds} seconds.', {
              status: wait.status,
              seconds,
            }),
      );
    if (wait?.status === 429) this.#restFor(milliseconds);
    else await this.#delay(milliseconds);
  }

  #restFor(milliseconds: number): void {
    const before = this.#pause;
    this.#rests += 1;
    const over = () => {
      this.#rests -= 1;
    };
    this.#pause = Promise.all([before, this.#delay(milliseconds)]).then(over, over);
  }

  #delay(milliseconds: number): Promise<void> {
    const { delay, signal } = this.#options;
    return (delay ?? rest)(milliseconds, signal);
  }

  #url(path: string, query: Query): URL {
    const url = new URL(`${this.collection}/_apis/${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    url.searchParams.set('api-version', this.#version.of(path));
    // A plus is a space in forms only: not all that stands between here and the server reads it so.
    url.search = url.search.replaceAll('+', '%20');
    return url;
  }

  #told(error: unknown): unknown {
    // Callers act on these; what nobody acts on becomes a sentence with `requestFailure`.
    if (error instanceof AnswerTooLarge || error instanceof NotTheApi) return error;
    if (error instanceof ConnectionLost && error.isOfContent) return error;
    if (error instanceof ServerRefusal && error.status < 500 && error.status !== 429) return error;
    return error instanceof Failure ? error : requestFailure(error, this.collection);
  }
}

/** Broken tries of one request that are put to the others beside it: as often as their number can be halved, and once more. */
const MOST_EXCUSED = 7;
/** Tries of one request that the server puts off with 429. */
export const MOST_WAITS = 60;

/** The query that asks for the state at a changeset, as old and as new servers read it. */
export function atVersion(version: number): Query {
  return {
    version,
    versionType: 'Changeset',
    'versionDescriptor.version': version,
    'versionDescriptor.versionType': 'changeset',
  };
}
