/** Least-recently-used cache of inflated objects, bounded by bytes. */
export class TextCache {
  readonly #limit: number;
  readonly #texts = new Map<number, Buffer>();
  #bytes = 0;

  /** @param limit bytes of text kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(number: number): Buffer | undefined {
    const text = this.#texts.get(number);
    if (text !== undefined) {
      this.#texts.delete(number);
      this.#texts.set(number, text);
    }
    return text;
  }

  put(number: number, text: Buffer): void {
    if (text.length > this.#limit / 4 || this.#texts.has(number)) return;
    this.#texts.set(number, text);
    this.#bytes += text.length;
    if (this.#bytes <= this.#limit) return;
    for (const [oldest, old] of this.#texts) {
      this.#texts.delete(oldest);
      this.#bytes -= old.length;
      if (this.#bytes <= this.#limit) break;
    }
  }
}
