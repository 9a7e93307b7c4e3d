/** Texts used last, in buffers that are used again: fresh memory for each text of a long history costs more than the copying. */

/** Texts that are kept however large they are. */
const LEAST = 4;

export class RecycledTexts {
  readonly #limit: number;
  /** Whole buffers, the one used longest ago first. */
  readonly #buffers = new Map<number, { buffer: Buffer; length: number }>();
  #bytes = 0;

  /** @param limit bytes kept at most, unless that is fewer than four texts */
  constructor(limit: number) {
    this.#limit = limit;
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
    const buffer = this.#free(length) ?? Buffer.allocUnsafeSlow(length + (length >> 3));
    this.#bytes += buffer.length;
    this.#buffers.set(number, { buffer, length });
    return buffer.subarray(0, length);
  }

  /** Lets the oldest texts go. @returns the buffer of one of them when it is large enough */
  #free(length: number): Buffer | undefined {
    let free: Buffer | undefined;
    for (const [number, { buffer }] of this.#buffers) {
      if (this.#buffers.size < LEAST || this.#bytes + length <= this.#limit) break;
      this.#drop(number);
      if (buffer.length >= length) {
        free = buffer;
        break;
      }
    }
    return free;
  }

  #drop(number: number): void {
    const known = this.#buffers.get(number);
    if (known === undefined) return;
    this.#buffers.delete(number);
    this.#bytes -= known.buffer.length;
  }
}
