/**
 * What is known of each object, by number (its place in order of writing) and by id.
 *
 * A record of each as the object log keeps it, in pieces that stay where they are, and open addressing over their numbers: 38 to 42
 * bytes an object, with nothing made anew but the slots while it grows, so millions fit in bounded memory.
 */
const OID_BYTES = 20;

/**
 * Bytes of one record, in memory and in the log: id, offset (6 bytes), type, depth, pack (2 bytes), 2 zero bytes; numbers little-endian,
 * as all processors that Node is made for keep them here.
 */
export const RECORD_BYTES = 32;
const RECORD_WORDS = RECORD_BYTES / 4;

/** Records of a piece: 1 MB, of which the system gives only what is written to. */
const PIECE_BITS = 15;
const PIECE = 1 << PIECE_BITS;
const IN_PIECE = PIECE - 1;

/** Objects that there are slots for from the beginning. */
const LEAST = 4096;

const WORD = 2 ** 32;

export class ObjectTable {
  #count = 0;
  /** Records, each piece as bytes and as words. */
  readonly #bytes: Buffer[] = [];
  readonly #words: Uint32Array[] = [];
  /** Slots hold object number + 1; 0 is free. */
  #slots: Int32Array;
  /** Objects that the slots are enough for. */
  #room: number;
  /** Slot of an id's first word, for each of that word. */
  #share: number;

  /** @param expected objects that will be there: while slots are made anew, there are those of before beside them */
  constructor(expected = 0) {
    this.#room = Math.max(LEAST, expected);
    this.#slots = slotsFor(this.#room);
    this.#share = this.#slots.length / WORD;
  }

  get count(): number {
    return this.#count;
  }

  /** @returns the number of the object whose id stands in `oid` at `at`, or -1 */
  find(oid: Buffer, at = 0): number {
    const slots = this.#slots;
    const first = oid.readUInt32LE(at);
    let slot = Math.floor(first * this.#share);
    for (;;) {
      const found = (slots[slot] as number) - 1;
      if (found < 0) return -1;
      const inPiece = found & IN_PIECE;
      const piece = found >> PIECE_BITS;
      if (
        (this.#words[piece] as Uint32Array)[inPiece * RECORD_WORDS] === first &&
        isSame(this.#bytes[piece] as Buffer, inPiece * RECORD_BYTES, oid, at)
      ) {
        return found;
      }
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  /** Adds an object that `find` does not know. @returns its number */
  add(oid: Buffer, type: number, pack: number, offset: number, depth: number): number {
    const number = this.#next();
    const bytes = this.#bytes[number >> PIECE_BITS] as Buffer;
    const words = this.#words[number >> PIECE_BITS] as Uint32Array;
    const start = (number & IN_PIECE) * RECORD_BYTES;
    const word = (number & IN_PIECE) * RECORD_WORDS;
    for (let i = 0; i < OID_BYTES; i++) bytes[start + i] = oid[i] as number;
    words[word + 5] = offset;
    words[word + 6] = Math.floor(offset / WORD) | (type << 16) | (depth << 24);
    words[word + 7] = pack;
    this.#place(number);
    return number;
  }

  /** The object's id as a view. */
  oid(number: number): Buffer {
    const start = (number & IN_PIECE) * RECORD_BYTES;
    return (this.#bytes[number >> PIECE_BITS] as Buffer).subarray(start, start + OID_BYTES);
  }

  hex(number: number): string {
    const start = (number & IN_PIECE) * RECORD_BYTES;
    return (this.#bytes[number >> PIECE_BITS] as Buffer).toString('hex', start, start + OID_BYTES);
  }

  copyOid(number: number, into: Buffer, at: number): void {
    const bytes = this.#bytes[number >> PIECE_BITS] as Buffer;
    const start = (number & IN_PIECE) * RECORD_BYTES;
    // For so few bytes a call of `copy` costs more than they do.
    for (let i = 0; i < OID_BYTES; i++) into[at + i] = bytes[start + i] as number;
  }

  /** Where the entry starts in its pack, in bytes. */
  offset(number: number): number {
    return this.#word(number, 5) + (this.#word(number, 6) & 0xffff) * WORD;
  }

  type(number: number): number {
    return (this.#word(number, 6) >>> 16) & 0xff;
  }

  /** Deltas between this entry and a whole object. */
  depth(number: number): number {
    return this.#word(number, 6) >>> 24;
  }

  pack(number: number): number {
    return this.#word(number, 7);
  }

  /** Records of objects [from, to), as the object log keeps them, in pieces: not copies of them. */
  *records(from: number, to: number): Generator<Buffer> {
    for (let number = from; number < to; ) {
      const end = Math.min(to, (number | IN_PIECE) + 1);
      const start = (number & IN_PIECE) * RECORD_BYTES;
      yield (this.#bytes[number >> PIECE_BITS] as Buffer).subarray(start, start + (end - number) * RECORD_BYTES);
      number = end;
    }
  }

  /** Adds the records of an object log. */
  decode(records: Buffer): void {
    for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
      const number = this.#next();
      const start = (number & IN_PIECE) * RECORD_BYTES;
      records.copy(this.#bytes[number >> PIECE_BITS] as Buffer, start, at, at + RECORD_BYTES);
      this.#place(number);
    }
  }

  #word(number: number, which: number): number {
    return (this.#words[number >> PIECE_BITS] as Uint32Array)[(number & IN_PIECE) * RECORD_WORDS + which] as number;
  }

  /** Makes room for one object more. @returns its number */
  #next(): number {
    if (this.#count === this.#room) this.#grow();
    const number = this.#count++;
    if ((number & IN_PIECE) === 0) {
      const piece = Buffer.allocUnsafeSlow(PIECE * RECORD_BYTES);
      this.#bytes.push(piece);
      this.#words.push(new Uint32Array(piece.buffer));
    }
    return number;
  }

  #place(number: number): void {
    const slots = this.#slots;
    let slot = Math.floor(this.#word(number, 0) * this.#share);
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
function slotsFor(objects: number): Int32Array {
  return new Int32Array(Math.ceil(objects * 1.5));
}

function isSame(a: Buffer, atA: number, b: Buffer, atB: number): boolean {
  for (let i = 4; i < OID_BYTES; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
