/**
 * Client of the REST API of Azure DevOps Services, Azure DevOps Server and Team Foundation Server 2015 and later
 * (learn.microsoft.com/rest/api/azure/devops/tfvc). Asks again when it is told to wait or the connection breaks.
 */

import { Failure } from '../../../failures/failure.ts';
import { waitAfter } from '../../../network/back-off.ts';
import { rest } from '../../../network/patience.ts';
import type { Credentials } from '../../../vocabulary/credentials.ts';
import { bodyOf, messageIn, messageOf, parse, readText, requireJson } from './body.ts';
import {
  AnswerTooLarge,
  asksToSignIn,
  NotTheApi,
  requestFailure,
  ServerRefusal,
  serviceError,
  signInFailure,
} from './failures.ts';
import { FirstBytes } from './first-bytes.ts';
import { Gate } from './gate.ts';
import { type Json, ListReader } from './list-reader.ts';
import { pauseAfter, pauseAfterRefusal, ToldToWait, worthAnotherTry } from './retry.ts';
import { SignIn } from './sign-in.ts';
import { type HttpAnswer, send } from './transport.ts';

/** Versions of the API, the wanted one first. Every server knows those before its own. */
const VERSIONS = ['5.0', '4.1', '3.0', '2.0', '1.0'] as const;

export interface ClientOptions {
  /** Address of the collection or organisation, without a slash at its end. */
  collection: string;
  credentials: Credentials | null;
  signal: AbortSignal;
  onLog?(level: 'info' | 'warning', text: string): void;
  /** Requests at one time. */
  parallel?: number;
  /** Tries of one request when the server or the network fails. */
  tries?: number;
  /** Tries of one request whose connection breaks; without it `tries`. The caller may have patience of its own. */
  brokenTries?: number;
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
}

/** How long a server may work on an answer before it begins, in milliseconds: as long as servers themselves let it take. */
export const FIRST_BYTE_MS = 30 * 60_000;

const DEFAULTS = { parallel: 8, tries: 7, firstByteMs: FIRST_BYTE_MS, silenceMs: 60_000, largestAnswer: 16 << 20 };
const LONGEST_MESSAGE = 300;

export class TfvcClient {
  readonly collection: string;
  readonly #options: ClientOptions;
  readonly #signIn: SignIn;
  readonly #gate: Gate;
  readonly #firstBytes: FirstBytes;
  #version = 0;
  /** Parts of the API that the server calls previews. */
  readonly #inPreview = new Set<string>();
  /** Resolves when the pause that the server asked for is over. */
  #pause: Promise<void> = Promise.resolve();

  constructor(options: ClientOptions) {
    this.collection = options.collection;
    this.#options = options;
    this.#gate = new Gate(options.parallel ?? DEFAULTS.parallel);
    this.#firstBytes = new FirstBytes((milliseconds) => options.onSilence?.(milliseconds));
    this.#signIn = new SignIn(options.credentials);
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
    { name = 'value', tries, most, onHeaders }: ListOptions = {},
  ): Promise<Read[]> {
    const limit = this.#options.largestAnswer ?? DEFAULTS.largestAnswer;
    return await this.#ask({ path, query, body: null, accept: 'application/json', tries }, async (answer) => {
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
    return await this.#ask({ path: 'tfvc/items', query, body: null, accept }, async (answer) => {
      const made = sink();
      for await (const piece of answer.pieces()) made.write(piece);
      return made;
    });
  }

  async #ask<Result>(question: Question, use: (answer: HttpAnswer) => Promise<Result>): Promise<Result> {
    const { signal } = this.#options;
    for (let failed = 0, asked = 0; ; ) {
      await this.#pause;
      signal.throwIfAborted();
      const version = this.#version;
      try {
        return await this.#gate.through(() => this.#once(question, version, use));
      } catch (error) {
        signal.throwIfAborted();
        if (this.#previews(error, question.path) || this.#stepDown(error, version)) continue;
        const wait = error instanceof ToldToWait ? error : null;
        if (wait === null && !worthAnotherTry(error)) throw this.#told(error);
        if (wait?.status === 429) asked += 1;
        else failed += 1;
        const { tries: usual = DEFAULTS.tries, brokenTries = usual } = this.#options;
        const tries = question.tries ?? usual;
        if (failed >= (wait === null ? brokenTries : tries) || asked >= MOST_WAITS)
          throw this.#told(wait?.refusal ?? error);
        await this.#waitBefore(failed + asked, wait);
      }
    }
  }

  async #once<Result>(
    { path, query, body, accept }: Question,
    version: number,
    use: (answer: HttpAnswer) => Promise<Result>,
  ): Promise<Result> {
    const url = this.#url(path, query, version);
    const headers = { accept, 'x-tfs-fedauthredirect': 'Suppress' };
    const { signal, firstByteMs = DEFAULTS.firstByteMs, silenceMs = DEFAULTS.silenceMs } = this.#options;
    const onRedirect = (from: URL, to: URL) =>
      this.#options.onLog?.(
        'info',
        `The server leads from ${from.origin}${from.pathname} to ${to.origin}${to.pathname}.`,
      );
    return await this.#signIn.through(
      (authorization, line) =>
        this.#firstBytes.of(
          send(url, headers, { body, authorization, line, signal, firstByteMs, silenceMs, onRedirect }),
        ),
      async (answer) => {
        await this.#requireSignedIn(answer, accept !== 'application/json');
        // Nothing is what an empty file holds.
        const isRight = answer.status === 200 || (answer.status === 204 && accept !== 'application/json');
        if (!isRight) throw await this.#refusal(answer);
        // A busy server may answer and ask for a rest at the same time.
        const rest = pauseAfter(answer.headers);
        if (rest !== null) this.#restFor(rest);
        return await use(answer);
      },
    );
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
    const body = await bodyOf(answer);
    const type = typeof body.typeKey === 'string' ? body.typeKey : '';
    const refusal = new ServerRefusal(status, type, this.#clean(messageOf(body) || (serviceError(headers) ?? '')));
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

  /** Whether a part of the API is to be asked for as the preview that the server says it is: the version of all else stays. */
  #previews(error: unknown, path: string): boolean {
    if (!(error instanceof ServerRefusal) || !error.type.startsWith('VssInvalidPreviewVersion')) return false;
    const part = partOf(path);
    if (this.#inPreview.has(part)) return false;
    this.#inPreview.add(part);
    return true;
  }

  /** Whether an older version of the API is to be tried. */
  #stepDown(error: unknown, version: number): boolean {
    if (
      !(error instanceof ServerRefusal) ||
      !/^Vss(VersionOutOfRange|VersionNotS|InvalidPreviewVersion)/.test(error.type)
    )
      return false;
    if (this.#version > version) return true;
    if (version + 1 >= VERSIONS.length) return false;
    this.#version = version + 1;
    return true;
  }

  async #waitBefore(failed: number, wait: ToldToWait | null): Promise<void> {
    const milliseconds = wait?.milliseconds ?? waitAfter(failed);
    const why = wait === null ? 'The connection broke' : `The server is busy (HTTP ${wait.status})`;
    this.#options.onLog?.('warning', `${why}; asking again in ${Math.ceil(milliseconds / 1000)} seconds.`);
    if (wait?.status === 429) this.#restFor(milliseconds);
    else await this.#delay(milliseconds);
  }

  #restFor(milliseconds: number): void {
    const before = this.#pause;
    this.#pause = Promise.all([before, this.#delay(milliseconds)]).then(
      () => undefined,
      () => undefined,
    );
  }

  #delay(milliseconds: number): Promise<void> {
    const { delay, signal } = this.#options;
    return (delay ?? rest)(milliseconds, signal);
  }

  #url(path: string, query: Query, version: number): URL {
    const url = new URL(`${this.collection}/_apis/${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const preview = this.#inPreview.has(partOf(path)) ? '-preview' : '';
    url.searchParams.set('api-version', `${VERSIONS[version]}${preview}`);
    // A plus is a space in forms only: not all that stands between here and the server reads it so.
    url.search = url.search.replaceAll('+', '%20');
    return url;
  }

  #told(error: unknown): unknown {
    // Callers act on these; what nobody acts on becomes a sentence with `requestFailure`.
    if (error instanceof AnswerTooLarge || error instanceof NotTheApi) return error;
    if (error instanceof ServerRefusal && error.status < 500 && error.status !== 429) return error;
    return error instanceof Failure ? error : requestFailure(error, this.collection);
  }
}

/** Tries of one request that the server puts off with 429. */
const MOST_WAITS = 60;

/** The query that asks for the state at a changeset, as old and as new servers read it. */
export function atVersion(version: number): Query {
  return {
    version,
    versionType: 'Changeset',
    'versionDescriptor.version': version,
    'versionDescriptor.versionType': 'changeset',
  };
}

/** `tfvc/labels` of `tfvc/labels/7/items`. */
function partOf(path: string): string {
  return path.split('/', 2).join('/');
}
