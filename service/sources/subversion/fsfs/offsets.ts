/**
 * The index at the end of a revision file or pack that says where each item of each revision lies ("log-to-phys";
 * Subversion's `libsvn_fs_fs/structure-indexes`, format 7 and later).
 */
import { FsfsError } from './fsfs-error.ts';

const PREFIX = Buffer.from('L2P-INDEX\n');
/** Pages of an index are limited by its settings, 8192 entries by default; so many are none. */
const MOST_ENTRIES = 1 << 26;

/** Reads `length` bytes of the file from `offset` on, fewer where it ends. */
type ReadBytes = (offset: number, length: number) => Buffer;

export class OffsetIndex {
  readonly #bytes: Buffer;
  readonly #first: number;
  /** Number of the first page of each revision, and behind the last. */
  readonly #firstPage: Uint32Array;
  readonly #entries: Uint32Array;
  /** Where each page begins in `#bytes`. */
  readonly #starts: Float64Array;

  /**
   * @param size bytes of the file
   * @throws FsfsError where there is no such index
   */
  constructor(read: ReadBytes, size: number) {
    const { from, to } = placeOf(read, size);
    if (to - from > MOST_ENTRIES) throw new FsfsError('the index of a revision file is too large');
    const bytes = read(from, to - from);
    if (bytes.length !== to - from || !bytes.subarray(0, PREFIX.length).equals(PREFIX))
      throw new FsfsError('the index of a revision file is none');
    this.#bytes = bytes;
    const numbers = new Numbers(bytes, PREFIX.length);
    this.#first = numbers.next();
    numbers.next();
    const revisions = numbers.next();
    const pages = numbers.next();
    if (revisions > MOST_ENTRIES || pages > MOST_ENTRIES)
      throw new FsfsError('the index of a revision file is too large');
    this.#firstPage = new Uint32Array(revisions + 1);
    for (let i = 0; i < revisions; i++) this.#firstPage[i + 1] = (this.#firstPage[i] as number) + numbers.next();
    if (this.#firstPage[revisions] !== pages) throw new FsfsError('the index of a revision file does not add up');
    this.#entries = new Uint32Array(pages);
    this.#starts = new Float64Array(pages);
    let start = 0;
    for (let i = 0; i < pages; i++) {
      this.#starts[i] = start;
      start += numbers.next();
      this.#entries[i] = numbers.next();
    }
    for (let i = 0; i < pages; i++) (this.#starts[i] as number) += numbers.at;
  }

  /**
   * Where the items of a revision begin in the file, by their number; -1 for a number that no item has.
   * @throws FsfsError when the index does not speak of the revision
   */
  offsets(revision: number): Float64Array {
    const at = revision - this.#first;
    const from = this.#firstPage[at];
    const to = this.#firstPage[at + 1];
    if (from === undefined || to === undefined)
      throw new FsfsError('the index of a revision file is another revision’s');
    let count = 0;
    for (let page = from; page < to; page++) count += this.#entries[page] as number;
    if (count > MOST_ENTRIES) throw new FsfsError('the index of a revision file is too large');
    const offsets = new Float64Array(count);
    let item = 0;
    for (let page = from; page < to; page++) {
      const numbers = new Numbers(this.#bytes, this.#starts[page] as number);
      let offset = 0;
      for (let i = 0; i < (this.#entries[page] as number); i++) {
        offset += numbers.nextSigned();
        // Zero is for what is not used, so everything is one higher (`index.c`, "add_entry").
        offsets[item++] = offset - 1;
      }
    }
    return offsets;
  }
}

/** The last byte says how long the line before it is, which names both indexes and their sums. */
function placeOf(read: ReadBytes, size: number): { from: number; to: number } {
  const tail = read(Math.max(0, size - 256), 256);
  const length = tail[tail.length - 1] ?? 0;
  const line = tail.toString('latin1', Math.max(0, tail.length - 1 - length), Math.max(0, tail.length - 1));
  const match = /^(\d+) [0-9a-f]{32} (\d+) [0-9a-f]{32}$/.exec(line);
  const from = Number(match?.[1] ?? Number.NaN);
  const to = Number(match?.[2] ?? Number.NaN);
  if (!(from < to && to < size)) throw new FsfsError('a revision file does not say where its index is');
  return { from, to };
}

/** Whole numbers of seven bits a byte, lowest first. */
class Numbers {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    let unit = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 128;
    }
    throw new FsfsError('the index of a revision file is cut short');
  }

  nextSigned(): number {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
