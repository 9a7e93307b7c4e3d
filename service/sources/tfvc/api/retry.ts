/** How long to wait before a request is sent again. */
import { ConnectionLost } from './transport.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** A server that asks for more than this is asked again earlier. */
const LONGEST_ASKED_MS = 15 * 60_000;

/** Codes of errors that another try cannot change. */
const FINAL = /^(ENOTFOUND|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_INVALID_URL|redirects)/;

/** Whether an error is one of the network's that may pass. */
export function worthAnotherTry(error: unknown): boolean {
  return error instanceof ConnectionLost && !FINAL.test(error.code);
}

/** Milliseconds before try number `failed + 1`: doubling from one second, a quarter of it by chance. */
export function firstWait(failed: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failed - 1));
  return Math.round(full * (0.75 + Math.random() / 4));
}

/**
 * Milliseconds that an answer asks to wait: `Retry-After` (RFC 9110: seconds or a date), or null.
 */
export function pauseAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(LONGEST_ASKED_MS, Math.max(0, Math.ceil(seconds * 1000)));
}
