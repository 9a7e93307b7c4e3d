/** When what a Git LFS server gave stops being good: a login got over SSH, an address of the batch API. */

/** Milliseconds before its end at which it is taken for too old (git-lfs, tq/transfer.go, `objectExpirationToTransfer`). */
const TOO_LATE_MS = 5000;

/**
 * By `performance.now()`; infinite where no end is named. Seconds go before a time of the server's clock, which may be another
 * than ours; the year 1 is how Go writes that there is none (Gitea sends it with each action).
 * @param askedAt by `performance.now()`: what the seconds are counted from
 */
export function endOf({ expires_in, expires_at }: Record<string, unknown>, askedAt: number): number {
  const seconds = Number(expires_in ?? 0);
  if (Number.isFinite(seconds) && seconds !== 0) return askedAt + seconds * 1000;
  const until = typeof expires_at === 'string' ? Date.parse(expires_at) : Number.NaN;
  return until > 0 ? performance.now() + (until - Date.now()) : Number.POSITIVE_INFINITY;
}

/** Whether it should be asked for anew before it is used. */
export function isTooOld({ expiresAt }: { expiresAt: number }): boolean {
  return expiresAt - performance.now() < TOO_LATE_MS;
}
