/**
 * Cache of inflated objects, bounded by bytes: those of late, and those of before. What is asked for again comes back to those of late;
 * when they fill their half, those of before are forgotten together.
 *
 * A `Map` in order of use, from which the oldest went one by one, was as good as still while texts were few. With 300,000 small ones
 * each look for the oldest passed over all that had gone since the map was last made anew (70 % of a fetch of 200,000 revisions).
 */

/** What a text takes beside its bytes: its `Buffer`, the memory behind it, its place in the map. */
const OVERHEAD = 256;

export class TextCache {
  readonly #limit: number;
  #late = new Map<number, Buffer>();
  #before = new Map<number, Buffer>();
  #lateBytes = 0;

  /** @param limit bytes of memory kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(number: number): Buffer | undefined {
    const late = this.#late.get(number);
    if (late !== undefined) return late;
    const before = this.#before.get(number);
    if (before !== undefined) this.#add(number, before);
    return before;
  }

  put(number: number, text: Buffer): void {
    if (text.length > this.#limit / 4 || this.#late.has(number)) return;
    this.#add(number, text);
  }

  #add(number: number, text: Buffer): void {
    const bytes = text.length + OVERHEAD;
    if (this.#lateBytes + bytes > this.#limit / 2) {
      this.#before = this.#late;
      this.#late = new Map();
      this.#lateBytes = 0;
    }
    this.#late.set(number, text);
    this.#lateBytes += bytes;
  }
}
