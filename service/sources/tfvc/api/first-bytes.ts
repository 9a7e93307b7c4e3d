/** Tells while answers do not begin: servers work on a large listing for minutes, and a person should see that it is they. */

/** A server that answers sooner is not worth a word. */
const FIRST_WORD_MS = 5_000;

export class FirstBytes {
  readonly #onSilence: (milliseconds: number) => void;
  /** When each request was sent whose answer has not begun. */
  readonly #since = new Set<{ at: number }>();
  #timer: NodeJS.Timeout | null = null;

  /** @param onSilence told every five seconds how long the oldest of them has waited */
  constructor(onSilence: (milliseconds: number) => void) {
    this.#onSilence = onSilence;
  }

  async of<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const request = { at: performance.now() };
    this.#since.add(request);
    this.#timer ??= setInterval(() => this.#tell(), FIRST_WORD_MS).unref();
    try {
      return await answer;
    } finally {
      this.#since.delete(request);
      if (this.#since.size === 0) this.#stop();
    }
  }

  #tell(): void {
    const oldest = Math.min(...[...this.#since].map(({ at }) => at));
    const silent = performance.now() - oldest;
    if (silent >= FIRST_WORD_MS) this.#onSilence(silent);
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
