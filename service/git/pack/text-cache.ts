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
/** The same of texts that come in memory which is used again. */
export const LONGEST_LENT = 256 << 10;

/** What a text takes beside its bytes: its `Buffer`, the memory behind it, its place in the map. */
const OVERHEAD = 256;

export class TextCache {
  readonly #limit: number;
  readonly #writesOver: boolean;
  #late = new Map<number, Buffer>();
  #before = new Map<number, Buffer>();
  #lateBytes = 0;
  #piece: Buffer = Buffer.alloc(0);
  #taken = 0;
  /** Where memory is used again: pieces of the texts of late, of those of before, and of no text. */
  #pieces: { late: Buffer[]; before: Buffer[]; free: Buffer[] } = { late: [], before: [], free: [] };

  /**
   * @param limit bytes of memory kept at most
   * @param writesOver whether memory of texts that were forgotten is used again: V8 goes through all of its heap after every few MB of
   * new buffers. What `get` and the others give may be used until half of the limit was put meanwhile, and no longer
   */
  constructor(limit: number, writesOver = false) {
    this.#limit = limit;
    this.#writesOver = writesOver;
    if (!writesOver) return;
    // At once, as V8 counts it when it is made. The system gives it page by page, as it is written.
    const all = Buffer.allocUnsafeSlow(limit);
    const bytes = this.#pieceBytes;
    for (let at = limit - bytes; at >= 0 && bytes > 0; at -= bytes)
      this.#pieces.free.push(all.subarray(at, at + bytes));
  }

  get(number: number): Buffer | undefined {
    const late = this.#late.get(number);
    if (late !== undefined) return late;
    const before = this.#before.get(number);
    if (before === undefined) return undefined;
    this.#makeRoom(before);
    // Its neighbours of then are forgotten. Even if that has just happened, it is copied before anything is written over it.
    const text = this.#apart(before);
    this.#late.set(number, text);
    return text;
  }

  /** @returns the text, to be used in its place: what it is a part of need not stay in memory */
  put(number: number, text: Buffer): Buffer {
    if (!this.#takes(number, text)) return text;
    this.#makeRoom(text);
    const apart = this.#apart(text);
    this.#late.set(number, apart);
    return apart;
  }

  /**
   * As `put`, of a text in memory that is used again.
   * @param text of at most `LONGEST_LENT` bytes
   * @returns a copy, kept or not
   */
  putLent(number: number, text: Buffer): Buffer {
    if (!this.#takes(number, text)) return Buffer.from(text);
    this.#makeRoom(text);
    const copy = this.#copy(text);
    this.#late.set(number, copy);
    return copy;
  }

  #takes(number: number, text: Buffer): boolean {
    return text.length <= this.#limit / 4 && !this.#late.has(number);
  }

  #apart(text: Buffer): Buffer {
    const { length } = text;
    const isOwn = length > LONGEST_CUT || text.buffer.byteLength < 2 * length + OVERHEAD;
    return isOwn && !this.#isOfPiece(text) ? text : this.#copy(text);
  }

  /** Whether its memory may be written over once its neighbours are forgotten. */
  #isOfPiece(text: Buffer): boolean {
    return this.#writesOver && text.length <= LONGEST_LENT && text.buffer.byteLength >= this.#pieceBytes;
  }

  get #pieceBytes(): number {
    return Math.min(PIECE, this.#limit / 4);
  }

  #copy(text: Buffer): Buffer {
    const { length } = text;
    if (this.#taken + length > this.#piece.length) {
      this.#piece = this.#pieces.free.pop() ?? Buffer.allocUnsafeSlow(this.#pieceBytes);
      if (this.#writesOver) this.#pieces.late.push(this.#piece);
      this.#taken = 0;
    }
    const copy = this.#piece.subarray(this.#taken, this.#taken + length);
    text.copy(copy);
    this.#taken += length;
    return copy;
  }

  /** For a text of late: first, as what is copied goes into their pieces. */
  #makeRoom(text: Buffer): void {
    const bytes = text.length + OVERHEAD;
    if (this.#lateBytes + bytes > this.#limit / 2) {
      this.#before = this.#late;
      this.#late = new Map();
      this.#lateBytes = 0;
      if (this.#writesOver) this.#forget();
    }
    this.#lateBytes += bytes;
  }

  /** What was asked for again was copied to those of late, so all texts of a piece go together. */
  #forget(): void {
    const { late, before, free } = this.#pieces;
    this.#pieces = { late: [], before: late, free: [...before, ...free] };
    this.#piece = Buffer.alloc(0);
    this.#taken = 0;
  }
}
