/** Waiting for what may never come: a keychain that asks its person, for one. */

/**
 * What a promise gives, as long as nobody says stop.
 * @throws the signal's reason once it is aborted; what the promise does after that is not waited for
 */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What a promise gives; null when it takes longer. What it does after that is not waited for. */
export async function nullAfter<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // When it comes late it must not count as unhandled.
    promise.catch(() => undefined);
  }
}
