/** Lets as many through at one time as the server bears; the others wait in order. */
import type { Pace, Sent } from './pace.ts';

export class Gate {
  readonly #pace: Pace;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** @param work is given what to call when its request is sent */
  async through<Result>(work: (send: () => Sent) => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#pace.limit || this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        this.#admit();
      });
    else this.#inside += 1;
    try {
      return await work(() => this.#pace.sent(this.#inside));
    } finally {
      this.#inside -= 1;
      this.#admit();
    }
  }

  #admit(): void {
    while (this.#inside < this.#pace.limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#inside += 1;
      next();
    }
  }
}
