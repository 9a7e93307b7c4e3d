/** Work that begins once the engine has started, and goes on beside all else until it is done or the engine closes. */
import { setTimeout as pause } from 'node:timers/promises';

export class BesideAllElse {
  readonly #abort = new AbortController();
  #done: Promise<void> = Promise.resolve();

  /**
   * Begins, and returns at once.
   * @param onFailure told why the work ended early, unless it was closed
   * @param afterMs time that others have before it
   */
  start(work: (signal: AbortSignal) => Promise<void>, onFailure: (error: unknown) => void, afterMs = 0): void {
    const { signal } = this.#abort;
    // Whoever starts the engine goes on first.
    this.#done = pause(afterMs, undefined, { signal, ref: false })
      .then(() => work(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) onFailure(error);
      });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }
}
