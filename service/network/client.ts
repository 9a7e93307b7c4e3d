/** The HTTP client of everything here that speaks HTTP itself. */
import type { HttpAnswer } from './answer.ts';
import { askedWait, waitAfter } from './back-off.ts';
import { type Exchange, exchange } from './exchange.ts';
import { rest } from './patience.ts';
import { NetworkTrouble } from './trouble.ts';

export interface Redirects {
  /** Followed at most; the next one is a failure. */
  most: number;
  /** What is sent goes on being sent, whatever the status says; without it as browsers do. */
  keepsMethod?: boolean;
  /** 'follow'; 'give' returns the answer as it is. What it throws ends the request. */
  decide?(from: URL, to: URL): 'follow' | 'give';
}

export interface Repeats {
  /** Tries in all. */
  tries: number;
  /** Only a server that says how long is asked again; other troubles are the caller's. */
  onlyWhenAsked?: boolean;
  /** A server that asks for a longer rest gets none: its answer is returned. In milliseconds. */
  longestWaitMs: number;
  /** Tests do not wait. */
  delay?(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Before each wait; `why` is 'broke' or a status. */
  onWait?(milliseconds: number, why: 'broke' | number): void;
}

export interface HttpRequest extends Exchange {
  /** Redirects are given back as they are without it. */
  redirects?: Redirects | undefined;
  /** Nothing is sent twice without it; set it only where sending twice does no harm. */
  repeats?: Repeats | undefined;
  /** How one request of it is sent, each redirect and repetition anew; `exchange` without it. */
  through?: ((one: Exchange) => Promise<HttpAnswer>) | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Too many requests, and what servers that are overloaded or in trouble say; not that they will never do what is asked. */
const isPassing = (status: number) => status === 429 || (status >= 500 && status !== 501 && status !== 505);
/** Headers that are for the server that they were made for, and no other. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Sends a request, follows redirects and waits out busy servers as far as it is told to.
 * @throws NetworkTrouble when no answer comes; the signal's reason when aborted
 */
export async function ask(request: HttpRequest): Promise<HttpAnswer> {
  const { repeats, signal } = request;
  for (let tried = 1; ; tried++) {
    const wait = await once(request, tried);
    if ('status' in wait) return wait;
    repeats?.onWait?.(wait.milliseconds, wait.why);
    await (repeats?.delay ?? rest)(wait.milliseconds, signal);
  }
}

type Wait = { milliseconds: number; why: 'broke' | number };

/** The answer, or how long to wait before the next try. */
async function once(request: HttpRequest, tried: number): Promise<HttpAnswer | Wait> {
  const { repeats } = request;
  const again = repeats !== undefined && tried < repeats.tries;
  try {
    const answer = await follow(request);
    if (!again || !isPassing(answer.status)) return answer;
    const asked = askedWait(answer.headers);
    const milliseconds = asked ?? waitAfter(tried);
    if (milliseconds > repeats.longestWaitMs || (asked === null && repeats.onlyWhenAsked === true)) return answer;
    answer.drop();
    return { milliseconds, why: answer.status };
  } catch (error) {
    if (!again || repeats.onlyWhenAsked === true || !(error instanceof NetworkTrouble) || !error.passing) throw error;
    return { milliseconds: Math.min(waitAfter(tried), repeats.longestWaitMs), why: 'broke' };
  }
}

async function follow({ redirects, repeats: _, through = exchange, ...request }: HttpRequest): Promise<HttpAnswer> {
  let at: Exchange = request;
  for (let hop = 0; ; hop++) {
    const answer = await through(at);
    const target = redirects === undefined ? null : targetOf(answer);
    if (redirects === undefined || target === null) return answer;
    const next = nextRequest(at, answer.status, target, redirects.keepsMethod === true);
    if (next === null || decided(redirects, at.url, target, answer) === 'give') return answer;
    answer.drop();
    const host = at.url.host;
    if (hop >= redirects.most) throw new NetworkTrouble('too_many_redirects', { host });
    if (at.url.protocol === 'https:' && target.protocol === 'http:' && hasSecret(at)) {
      throw new NetworkTrouble('unsafe_redirect', { host });
    }
    at = next;
  }
}

/** What the caller wants; where it throws, the answer that led there is let go. */
function decided(redirects: Redirects, from: URL, to: URL, answer: HttpAnswer): 'follow' | 'give' {
  try {
    return redirects.decide?.(from, to) ?? 'follow';
  } catch (error) {
    answer.drop();
    throw error;
  }
}

/** Where an answer leads; null when it is no redirect, or to nothing that is HTTP. */
export function targetOf(answer: HttpAnswer): URL | null {
  const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
  if (location === null || !URL.canParse(location, answer.url.href)) return null;
  const target = new URL(location, answer.url);
  return /^https?:$/.test(target.protocol) ? target : null;
}

function hasSecret({ headers }: Exchange): boolean {
  return Object.keys(headers).some((name) => SECRETS.has(name.toLowerCase()));
}

/** The request at its new place (RFC 9110, 15.4), without secrets when that is another server; null when it cannot be sent there. */
function nextRequest(request: Exchange, status: number, target: URL, keepsMethod: boolean): Exchange | null {
  const elsewhere = target.origin !== request.url.origin;
  const keeps = keepsMethod || request.method === 'GET' || request.method === 'HEAD';
  const becomesGet = !keeps && (status === 303 || (request.method === 'POST' && status < 303));
  if (!keeps && !becomesGet && status < 307) return null;
  const headers = Object.entries(request.headers).filter(([name]) => {
    const small = name.toLowerCase();
    return !(elsewhere && SECRETS.has(small)) && !(becomesGet && small.startsWith('content-'));
  });
  return {
    ...request,
    url: target,
    headers: Object.fromEntries(headers),
    ...(becomesGet ? { method: 'GET', body: undefined, length: undefined } : {}),
  };
}

/**
 * The whole body as bytes.
 * @param limit most bytes; more than that are cut off when `cut` is set
 * @throws RangeError when there are more; NetworkTrouble
 */
export async function bytesOf(answer: HttpAnswer, limit: number, cut = false): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.pieces()) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit && !cut) throw new RangeError(`an answer of more than ${limit} bytes`);
    if (length >= limit && cut) break;
  }
  return Buffer.concat(pieces).subarray(0, limit);
}
