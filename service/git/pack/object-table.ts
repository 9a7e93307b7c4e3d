/** What is known of each object, by number (its place in order of writing) and by id: a record as the object log keeps it. */
import { ID_BYTES, IdTable } from './id-table.ts';

/**
 * Bytes of one record, in memory and in the log: id, offset (6 bytes), type, depth, pack (2 bytes), 2 zero bytes; numbers little-endian,
 * as all processors that Node is made for keep them here.
 */
export const RECORD_BYTES = 32;
const OFFSET = ID_BYTES / 4;
const KIND = OFFSET + 1;
const PACK = OFFSET + 2;

const WORD = 2 ** 32;

export class ObjectTable extends IdTable {
  /** @param expected objects that will be there */
  constructor(expected = 0) {
    super(RECORD_BYTES, expected);
  }

  /** Adds an object that `find` does not know. @returns its number */
  add(oid: Buffer, type: number, pack: number, offset: number, depth: number): number {
    const number = this.addId(oid);
    this.setWord(number, OFFSET, offset);
    this.setWord(number, KIND, Math.floor(offset / WORD) | (type << 16) | (depth << 24));
    this.setWord(number, PACK, pack);
    return number;
  }

  /** Where the entry starts in its pack, in bytes. */
  offset(number: number): number {
    return this.word(number, OFFSET) + (this.word(number, KIND) & 0xffff) * WORD;
  }

  type(number: number): number {
    return (this.word(number, KIND) >>> 16) & 0xff;
  }

  /** Deltas between this entry and a whole object. */
  depth(number: number): number {
    return this.word(number, KIND) >>> 24;
  }

  pack(number: number): number {
    return this.word(number, PACK);
  }
}
