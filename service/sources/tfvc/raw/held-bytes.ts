/** Bytes of contents that are on their way in, all of them together: what does not fit goes through files. */

/** As many as eight contents of the size that one may have. */
const MOST = 64 << 20;

export class HeldBytes {
  #left: number;

  constructor(most = MOST) {
    this.#left = most;
  }

  /** @returns whether so many more fit; they are counted then */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}
