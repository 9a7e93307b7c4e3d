/**
 * Records that begin with an id of 20 bytes, found by number (their place in order of coming) and by id.
 *
 * In pieces that stay where they are, and open addressing over their numbers: 6 to 10 bytes more than a record has, with
 * nothing made anew but the slots while it grows, so millions fit in bounded memory.
 */
export const ID_BYTES = 20;

/** Bytes of a piece at least, of which the system gives only what is written to, and takes them back when it is let go of. */
const PIECE_BYTES = 1 << 20;

/** Records that there are slots for from the beginning. */
const LEAST = 4096;

const WORD = 2 ** 32;

export class IdTable {
  #count = 0;
  readonly #recordBytes: number;
  readonly #recordWords: number;
  /** Records of a piece: a power of two. */
  readonly #pieceBits: number;
  readonly #inPiece: number;
  /** Records, each piece as bytes and as words. */
  readonly #bytes: Buffer[] = [];
  readonly #words: Uint32Array[] = [];
  /** Slots hold a record's number + 1; 0 is free. */
  #slots: Int32Array;
  /** Records that the slots are enough for. */
  #room: number;
  /** Slot of an id's first word, for each of that word. */
  #share: number;

  /**
   * @param recordBytes bytes of a record: whole words, the first five of them the id
   * @param expected records that will be there: while slots are made anew, there are those of before beside them
   */
  constructor(recordBytes: number, expected = 0) {
    this.#recordBytes = recordBytes;
    this.#recordWords = recordBytes / 4;
    this.#pieceBits = Math.ceil(Math.log2(PIECE_BYTES / recordBytes));
    this.#inPiece = (1 << this.#pieceBits) - 1;
    this.#room = Math.max(LEAST, expected);
    this.#slots = slotsFor(this.#room);
    this.#share = this.#slots.length / WORD;
  }

  get count(): number {
    return this.#count;
  }

  /** @returns the number of the record whose id stands in `id` at `at`, or -1 */
  find(id: Buffer, at = 0): number {
    const slots = this.#slots;
    const first = id.readUInt32LE(at);
    let slot = Math.floor(first * this.#share);
    for (;;) {
      const found = (slots[slot] as number) - 1;
      if (found < 0) return -1;
      const inPiece = found & this.#inPiece;
      const piece = found >> this.#pieceBits;
      if (
        (this.#words[piece] as Uint32Array)[inPiece * this.#recordWords] === first &&
        isSame(this.#bytes[piece] as Buffer, inPiece * this.#recordBytes, id, at)
      ) {
        return found;
      }
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  /** The id as a view. */
  oid(number: number): Buffer {
    const start = this.#start(number);
    return this.#piece(number).subarray(start, start + ID_BYTES);
  }

  hex(number: number): string {
    const start = this.#start(number);
    return this.#piece(number).toString('hex', start, start + ID_BYTES);
  }

  copyOid(number: number, into: Buffer, at: number): void {
    const bytes = this.#piece(number);
    const start = this.#start(number);
    // For so few bytes a call of `copy` costs more than they do.
    for (let i = 0; i < ID_BYTES; i++) into[at + i] = bytes[start + i] as number;
  }

  /** Records [from, to), in pieces: not copies of them. */
  *records(from: number, to: number): Generator<Buffer> {
    for (let number = from; number < to; ) {
      const end = Math.min(to, (number | this.#inPiece) + 1);
      const start = this.#start(number);
      yield this.#piece(number).subarray(start, start + (end - number) * this.#recordBytes);
      number = end;
    }
  }

  /** Adds records as `records` hands them out. */
  decode(records: Buffer): void {
    for (let at = 0; at + this.#recordBytes <= records.length; at += this.#recordBytes) {
      const number = this.#next();
      records.copy(this.#piece(number), this.#start(number), at, at + this.#recordBytes);
      this.#place(number);
    }
  }

  /** Adds a record with an id that `find` does not know; each of its other words is to be set. @returns its number */
  protected addId(id: Buffer): number {
    const number = this.#next();
    const bytes = this.#piece(number);
    const start = this.#start(number);
    for (let i = 0; i < ID_BYTES; i++) bytes[start + i] = id[i] as number;
    this.#place(number);
    return number;
  }

  /** @param which of the record's words, the id's five before */
  protected word(number: number, which: number): number {
    const words = this.#words[number >> this.#pieceBits] as Uint32Array;
    return words[(number & this.#inPiece) * this.#recordWords + which] as number;
  }

  protected setWord(number: number, which: number, value: number): void {
    const words = this.#words[number >> this.#pieceBits] as Uint32Array;
    words[(number & this.#inPiece) * this.#recordWords + which] = value;
  }

  /** What stands behind the id, as a view. */
  protected rest(number: number): Buffer {
    const start = this.#start(number);
    return this.#piece(number).subarray(start + ID_BYTES, start + this.#recordBytes);
  }

  #piece(number: number): Buffer {
    return this.#bytes[number >> this.#pieceBits] as Buffer;
  }

  /** Where a record begins in its piece. */
  #start(number: number): number {
    return (number & this.#inPiece) * this.#recordBytes;
  }

  /** Makes room for one record more. @returns its number */
  #next(): number {
    if (this.#count === this.#room) this.#grow();
    const number = this.#count++;
    if ((number & this.#inPiece) === 0) {
      const piece = Buffer.allocUnsafeSlow(this.#recordBytes << this.#pieceBits);
      this.#bytes.push(piece);
      this.#words.push(new Uint32Array(piece.buffer));
    }
    return number;
  }

  #place(number: number): void {
    const slots = this.#slots;
    let slot = Math.floor(this.word(number, 0) * this.#share);
    while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
    slots[slot] = number + 1;
  }

  /** By half: half of twice as much would stay empty. */
  #grow(): void {
    this.#room += this.#room >> 1;
    this.#slots = slotsFor(this.#room);
    this.#share = this.#slots.length / WORD;
    for (let number = 0; number < this.#count; number++) this.#place(number);
  }
}

/** Two thirds of which are taken at most: a search goes to the next free one. */
function slotsFor(records: number): Int32Array {
  return new Int32Array(Math.ceil(records * 1.5));
}

function isSame(a: Buffer, atA: number, b: Buffer, atB: number): boolean {
  for (let i = 4; i < ID_BYTES; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
