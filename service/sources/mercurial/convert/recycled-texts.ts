/**
 * Texts used last, in buffers that are used again: fresh memory for each text of a long history costs more than the copying,
 * and few buffers stay in the processor's cache.
 */

/** Texts that are kept however large they are. */
const LEAST = 4;
/** Small texts share one size of buffers, so that each fits into any. */
const SMALLEST = 32 << 10;
/** Buffers that wait for a text. */
const MOST_FREE = 32;

export class RecycledTexts {
  readonly #limit: number;
  readonly #most: number;
  /** Whole buffers, the one used longest ago first. */
  readonly #buffers = new Map<number, { buffer: Buffer; length: number }>();
  readonly #free: Buffer[] = [];
  #bytes = 0;

  /**
   * @param limit bytes kept at most, unless that is fewer than four texts
   * @param most texts kept at most
   */
  constructor(limit: number, most: number) {
    this.#limit = limit;
    this.#most = most;
  }

  /** A text, valid until three others were made. */
  get(number: number): Buffer | undefined {
    const known = this.#buffers.get(number);
    if (known === undefined) return undefined;
    this.#buffers.delete(number);
    this.#buffers.set(number, known);
    return known.buffer.subarray(0, known.length);
  }

  /** Room for a text, to be filled at once. */
  make(number: number, length: number): Buffer {
    this.#drop(number);
    for (const oldest of this.#buffers.keys()) {
      const fits = this.#bytes + length <= this.#limit && this.#buffers.size < this.#most;
      if (fits || this.#buffers.size < LEAST) break;
      this.#drop(oldest);
    }
    const buffer = this.#take(length) ?? Buffer.allocUnsafeSlow(Math.max(length + (length >> 3), SMALLEST));
    this.#bytes += buffer.length;
    this.#buffers.set(number, { buffer, length });
    return buffer.subarray(0, length);
  }

  /** Forgets all texts. */
  clear(): void {
    for (const number of this.#buffers.keys()) this.#drop(number);
  }

  #take(length: number): Buffer | undefined {
    for (let at = this.#free.length - 1; at >= 0; at--) {
      if ((this.#free[at] as Buffer).length >= length) return this.#free.splice(at, 1)[0];
    }
    return undefined;
  }

  #drop(number: number): void {
    const known = this.#buffers.get(number);
    if (known === undefined) return;
    this.#buffers.delete(number);
    this.#bytes -= known.buffer.length;
    // One of a very large text would hold its memory for long.
    if (known.buffer.length > this.#limit / LEAST) return;
    this.#free.push(known.buffer);
    if (this.#free.length > MOST_FREE) this.#free.shift();
  }
}
