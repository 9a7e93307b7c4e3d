/** Sorted object ids, of a pack's index or of loose objects, of which some are marked. */
import { closeSync, openSync } from 'node:fs';
import { readFully } from '../pack/pack-file.ts';

const HEADER = 8;
const FANOUT = 256 * 4;
/** Ids are told apart by their first four bytes, and by the rest where those are equal. */
const PREFIX = 4;

export class IdSet {
  readonly count: number;
  /** One behind the other, sorted. */
  readonly ids: Buffer;
  /** Length of each. */
  readonly idBytes: number;
  readonly #marks: Uint8Array;
  /** How many ids begin with a byte up to this one. */
  readonly #upTo = new Uint32Array(256);
  #marked = 0;

  /**
   * @param ids one behind the other, sorted
   * @param idBytes length of each: 20, or 32 in a repository of SHA-256
   */
  constructor(ids: Buffer, idBytes: number) {
    this.ids = ids;
    this.idBytes = idBytes;
    this.count = ids.length / idBytes;
    this.#marks = new Uint8Array(this.count);
    let number = 0;
    for (let first = 0; first < 256; first++) {
      number = this.#firstAfter(first, number);
      this.#upTo[first] = number;
    }
  }

  /**
   * Ids of a pack (git's `Documentation/gitformat-pack.txt`, index version 2).
   * @throws RangeError for an index of another version, or one that was cut
   */
  static ofIndex(index: string, idBytes: number): IdSet {
    const file = openSync(index, 'r');
    try {
      const start = HEADER + FANOUT;
      const head = Buffer.alloc(start);
      readFully(file, head, 0);
      if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2)
        throw new RangeError(`${index} is no index of version 2`);
      // What follows is as large again, and of no use here.
      const ids = Buffer.allocUnsafe(head.readUInt32BE(start - 4) * idBytes);
      readFully(file, ids, start);
      return new IdSet(ids, idBytes);
    } finally {
      closeSync(file);
    }
  }

  /** @param ids one behind the other in any order */
  static ofUnsorted(ids: Buffer, idBytes: number): IdSet {
    const count = ids.length / idBytes;
    // One number of 64 bits each: its place, and above it the id's first bytes. Numbers are sorted several times faster.
    const keys = new BigUint64Array(count);
    const halves = new Uint32Array(keys.buffer);
    for (let n = 0; n < count; n++) {
      halves[2 * n] = n;
      halves[2 * n + 1] = ids.readUInt32BE(n * idBytes);
    }
    keys.sort();
    const sorted = Buffer.allocUnsafe(ids.length);
    for (let n = 0; n < count; n++) {
      const from = (halves[2 * n] as number) * idBytes;
      let to = n * idBytes;
      // Ids that begin alike.
      for (; to > 0 && sorted.compare(ids, from, from + idBytes, to - idBytes, to) > 0; to -= idBytes)
        sorted.copyWithin(to, to - idBytes, to);
      ids.copy(sorted, to, from, from + idBytes);
    }
    return new IdSet(sorted, idBytes);
  }

  /** @param hex ids in any order */
  static of(hex: readonly string[], idBytes: number): IdSet {
    return new IdSet(Buffer.from([...hex].sort().join(''), 'hex'), idBytes);
  }

  get marked(): number {
    return this.#marked;
  }

  /** Ids that nobody marked. */
  get unmarked(): number {
    return this.count - this.#marked;
  }

  /** @returns the number of the id that stands in `id` at `at`, or -1 */
  find(id: Buffer, at: number): number {
    const wanted = id.readUInt32BE(at);
    const first = id[at] as number;
    let low = first === 0 ? 0 : (this.#upTo[first - 1] as number);
    let high = (this.#upTo[first] as number) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const start = middle * this.idBytes;
      const order =
        this.ids.readUInt32BE(start) - wanted ||
        this.ids.compare(id, at + PREFIX, at + this.idBytes, start + PREFIX, start + this.idBytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  hex(number: number): string {
    return this.ids.toString('hex', number * this.idBytes, (number + 1) * this.idBytes);
  }

  /** Copies an id to a place. @returns its length */
  copyId(number: number, into: Buffer, at: number): number {
    return this.ids.copy(into, at, number * this.idBytes, (number + 1) * this.idBytes);
  }

  /** @returns whether the id, which stands in `id` at `at`, is in the set */
  has(id: Buffer, at = 0): boolean {
    return this.find(id, at) >= 0;
  }

  /** Marks an id. @returns whether it is in the set */
  mark(id: Buffer, at = 0): boolean {
    const found = this.find(id, at);
    if (found < 0) return false;
    if (this.#marks[found] === 0) this.#marked += 1;
    this.#marks[found] = 1;
    return true;
  }

  *unmarkedIds(): Generator<string> {
    for (let n = 0; n < this.count; n++) {
      if (this.#marks[n] === 0) yield this.hex(n);
    }
  }

  /** How many ids are in none of these sets. */
  countMissingIn(others: readonly IdSet[]): number {
    if (others.length === 0) return this.count;
    let missing = 0;
    for (let at = 0; at < this.ids.length; at += this.idBytes) {
      if (!others.some((other) => other.has(this.ids, at))) missing += 1;
    }
    return missing;
  }

  /** Number of the first id, from `low` on, that begins with a greater byte. */
  #firstAfter(first: number, low: number): number {
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ids[middle * this.idBytes] as number) <= first) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
