/** How long to wait before a request is sent again. */

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** Milliseconds before try number `failed + 1`: doubling from one second, a quarter of it by chance. */
export function waitAfter(failed: number, firstMs = FIRST_MS): number {
  const full = Math.min(LONGEST_MS, firstMs * 2 ** (failed - 1));
  return Math.round(full * (0.75 + Math.random() / 4));
}

/** Milliseconds that an answer asks to wait (`Retry-After`, RFC 9110, 10.2.3: seconds or a date); null when it does not. */
export function askedWait(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds * 1000));
}

/**
 * Seconds for which a server that was asked too often wants to be left alone, as failures have it; 0 where it does not. One that is
 * away does not know when it is back.
 */
export function secondsAsked({ status, headers }: { status: number; headers: Headers }): number {
  return status === 429 ? Math.ceil((askedWait(headers) ?? 0) / 1000) : 0;
}
