/**
 * Cache of inflated objects, bounded by bytes: those of late, and those of before. What is asked for again comes back to those of late;
 * when they fill their half, those of before are forgotten together.
 *
 * A `Map` in order of use, from which the oldest went one by one, was as good as still while texts were few. With 300,000 small ones
 * each look for the oldest passed over all that had gone since the map was last made anew (70 % of a fetch of 200,000 revisions).
 */

/**
 * Node cuts small buffers out of pieces of 64 KB, and a piece stays as long as any buffer of it. Where one text in twenty is kept (trees
 * that mapping reads, among commits that it writes) that is twenty times what is counted, so such texts are copied into pieces that
 * hold nothing else. Of 1 MB, as the engine's `malloc` gives such at once back to the system (scripts/setup/engine.mjs).
 */
const PIECE = 1 << 20;
/** Bytes of the longest text that Node cuts out of a piece, and with which a piece is left nearly full. */
const LONGEST_CUT = 32 << 10;

/** What a text takes beside its bytes: its `Buffer`, the memory behind it, its place in the map. */
const OVERHEAD = 256;

export class TextCache {
  readonly #limit: number;
  #late = new Map<number, Buffer>();
  #before = new Map<number, Buffer>();
  #lateBytes = 0;
  #piece: Buffer = Buffer.alloc(0);
  #taken = 0;

  /** @param limit bytes of memory kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(number: number): Buffer | undefined {
    const late = this.#late.get(number);
    if (late !== undefined) return late;
    const before = this.#before.get(number);
    if (before === undefined) return undefined;
    // Its neighbours of then are forgotten.
    const text = this.#apart(before);
    this.#add(number, text);
    return text;
  }

  /** @returns the text, to be used in its place: what it is a part of need not stay in memory */
  put(number: number, text: Buffer): Buffer {
    if (!this.#takes(number, text)) return text;
    const apart = this.#apart(text);
    this.#add(number, apart);
    return apart;
  }

  #takes(number: number, text: Buffer): boolean {
    return text.length <= this.#limit / 4 && !this.#late.has(number);
  }

  #apart(text: Buffer): Buffer {
    const { length } = text;
    if (length > LONGEST_CUT || text.buffer.byteLength < 2 * length + OVERHEAD) return text;
    if (this.#taken + length > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(Math.min(PIECE, this.#limit / 4));
      this.#taken = 0;
    }
    const copy = this.#piece.subarray(this.#taken, this.#taken + length);
    text.copy(copy);
    this.#taken += length;
    return copy;
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
