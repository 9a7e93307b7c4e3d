/** Who has to wait until everything before it is in the history. */
export class Turns {
  readonly #signal: AbortSignal;
  readonly #waiting: { changeset: number; resolve(): void }[] = [];
  #done: number;

  /** @param done number of the last changeset in the history @param signal ends all waiting */
  constructor(done: number, signal: AbortSignal) {
    this.#done = done;
    this.#signal = signal;
  }

  passed(changeset: number): void {
    this.#done = changeset;
    while (this.#waiting[0] !== undefined && this.#waiting[0].changeset <= changeset) this.#waiting.shift()?.resolve();
  }

  /** Resolves when a changeset is in the history. @throws the signal's reason when aborted */
  async reached(changeset: number): Promise<void> {
    this.#signal.throwIfAborted();
    if (changeset <= this.#done) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => reject(this.#signal.reason);
    this.#signal.addEventListener('abort', stop, { once: true });
    this.#waiting.push({ changeset, resolve });
    this.#waiting.sort((a, b) => a.changeset - b.changeset);
    try {
      await promise;
    } finally {
      this.#signal.removeEventListener('abort', stop);
    }
  }
}
