/** How long to wait before a request is sent again. */
import { askedWait } from '../../../network/back-off.ts';
import type { NetworkFact } from '../../../network/trouble.ts';
import type { ServerRefusal } from './failures.ts';
import { ConnectionLost } from './transport.ts';

/** A server that asks for more than this is asked again earlier. */
const LONGEST_ASKED_MS = 15 * 60_000;
/** One that only says when all would be forgotten may take requests long before. */
const LONGEST_GUESSED_MS = 60_000;

/** Whether an error is one of the network's that may pass. */
export function worthAnotherTry(error: unknown): boolean {
  return error instanceof ConnectionLost && !error.isOfContent && error.trouble?.passing !== false;
}

/** Ends of a connection that servers, and what stands before them, put to clients that have too many. */
const CLOSED: ReadonlySet<NetworkFact | undefined> = new Set(['connection_refused', 'connection_broke']);
/** Statuses of servers that have too much to do; 500 is the trouble of one question. */
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether an error may come from how many requests are under way. */
export function tellsOfTooMany(error: unknown): boolean {
  if (error instanceof ToldToWait) return OVERLOADED.has(error.status);
  return error instanceof ConnectionLost && CLOSED.has(error.trouble?.fact);
}

/**
 * Whether the server held a right answer back, as it does before it refuses (`X-RateLimit-Delay`, seconds with three decimals;
 * learn.microsoft.com, "Rate and usage limits").
 */
export function isDelayed(headers: Headers): boolean {
  return Number(headers.get('x-ratelimit-delay') ?? 0) > 0;
}

/** Milliseconds that an answer asks to wait; null when it does not. */
export function pauseAfter(headers: Headers): number | null {
  const asked = askedWait(headers);
  return asked === null ? null : Math.min(LONGEST_ASKED_MS, asked);
}

/**
 * The same of an answer that refuses: without `Retry-After` it may say when all is forgotten (`X-RateLimit-Reset`, seconds
 * since 1970; learn.microsoft.com, "Rate and usage limits"). Answers that are right have that header as well.
 */
export function pauseAfterRefusal(headers: Headers): number | null {
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000 - Date.now();
  return pauseAfter(headers) ?? (reset > 0 ? Math.min(LONGEST_GUESSED_MS, Math.ceil(reset)) : null);
}

/** A server that is busy or in trouble: it may say for how long. */
export class ToldToWait extends Error {
  readonly refusal: ServerRefusal;
  readonly milliseconds: number | null;
  constructor(refusal: ServerRefusal, milliseconds: number | null) {
    super(refusal.message);
    this.refusal = refusal;
    this.milliseconds = milliseconds;
  }
  get status(): number {
    return this.refusal.status;
  }
}
