/** Sorted object ids in memory, in which one is found. */
import { PREFIX } from './id-cursor.ts';
import type { SortedIds } from './sorted-ids.ts';

export class IdSet {
  readonly count: number;
  /** One behind the other, sorted. */
  readonly ids: Buffer;
  /** Length of each. */
  readonly idBytes: number;
  /** How many ids begin with a byte up to this one. */
  readonly #upTo = new Uint32Array(256);

  /**
   * @param ids one behind the other, sorted
   * @param idBytes length of each: 20, or 32 in a repository of SHA-256
   */
  constructor(ids: Buffer, idBytes: number) {
    this.ids = ids;
    this.idBytes = idBytes;
    this.count = ids.length / idBytes;
    let number = 0;
    for (let first = 0; first < 256; first++) {
      number = this.#firstAfter(first, number);
      this.#upTo[first] = number;
    }
  }

  /** All ids of a list in memory. */
  static from(list: SortedIds): IdSet {
    const pieces: Buffer[] = [];
    for (const piece of list.pieces()) pieces.push(Buffer.from(piece));
    return new IdSet(Buffer.concat(pieces), list.idBytes);
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
