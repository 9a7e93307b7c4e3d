/** Reads a pack's index, version 2 (git's `Documentation/gitformat-pack.txt`), one table at a time: of five million objects it has 140 MB. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { readFully } from './pack-file.ts';

const OID_BYTES = 20;
const HEADER = 8;
const FANOUT = 256 * 4;
/** In the table of 4 bytes: the offset is one of those over 2 GB. */
const FAR = 0x80000000;

/** Entries of a pack in the order in which they lie there. */
export interface EntryOrder {
  /** Where they start, ascending. */
  starts: Uint32Array | Float64Array;
  /** The number of each among the sorted ids. */
  numbers: Uint32Array;
}

export class PackIndex {
  readonly count: number;
  readonly idBytes: number;
  /** The checksum that ends the pack. */
  readonly packSum: Buffer;
  readonly #path: string;
  /** Where the tables begin, and where the last one ends. */
  readonly #ids = HEADER + FANOUT;
  readonly #crcs: number;
  readonly #offsets: number;
  readonly #farOffsets: number;
  readonly #end: number;

  /**
   * @param index path
   * @param idBytes 20, or 32 in a repository of SHA-256
   * @throws RangeError for an index of another version, or one that is cut off
   */
  constructor(index: string, idBytes: number = OID_BYTES) {
    const head = Buffer.alloc(this.#ids);
    const sums = Buffer.alloc(2 * idBytes);
    let size: number;
    const file = openSync(index, 'r');
    try {
      size = fstatSync(file).size;
      if (size < head.length + sums.length) throw new RangeError(`${index} is cut off`);
      readFully(file, head, 0);
      readFully(file, sums, size - sums.length);
    } finally {
      closeSync(file);
    }
    if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2)
      throw new RangeError(`${index} is no index of version 2`);
    const count = head.readUInt32BE(head.length - 4);
    this.count = count;
    this.idBytes = idBytes;
    this.packSum = sums.subarray(0, idBytes);
    this.#path = index;
    this.#crcs = this.#ids + count * idBytes;
    this.#offsets = this.#crcs + count * 4;
    this.#farOffsets = this.#offsets + count * 4;
    this.#end = size - sums.length;
    if (this.#farOffsets > this.#end) throw new RangeError(`${index} is cut off`);
  }

  /** All ids, sorted, one behind the other. */
  readIds(): Buffer {
    return this.#read(this.#ids, this.#crcs);
  }

  /** CRC-32 of each entry as it lies in the pack, its header included, 4 bytes each, the highest first; in the order of ids. */
  readCrcs(): Buffer {
    return this.#read(this.#crcs, this.#offsets);
  }

  order(): EntryOrder {
    const offsets = this.#read(this.#offsets, this.#farOffsets);
    const { count } = this;
    // One number of 64 bits each: its place among the ids, and above it where it starts. Numbers are sorted several times faster.
    const keys = new BigUint64Array(count);
    const halves = new Uint32Array(keys.buffer);
    for (let n = 0; n < count; n++) {
      const offset = offsets.readUInt32BE(n * 4);
      if (offset >= FAR) return this.#farOrder(offsets);
      halves[2 * n] = n;
      halves[2 * n + 1] = offset;
    }
    keys.sort();
    const [starts, numbers] = [new Uint32Array(count), new Uint32Array(count)];
    for (let rank = 0; rank < count; rank++) {
      numbers[rank] = halves[2 * rank] as number;
      starts[rank] = halves[2 * rank + 1] as number;
    }
    return { starts, numbers };
  }

  #farOrder(offsets: Buffer): EntryOrder {
    const far = this.#read(this.#farOffsets, this.#end);
    const places = new Float64Array(this.count);
    for (let n = 0; n < places.length; n++) {
      const offset = offsets.readUInt32BE(n * 4);
      places[n] = offset < FAR ? offset : Number(far.readBigUInt64BE((offset - FAR) * 8));
    }
    const starts = places.slice().sort();
    const numbers = new Uint32Array(this.count);
    for (let n = 0; n < places.length; n++) numbers[rankOf(starts, places[n] as number)] = n;
    return { starts, numbers };
  }

  #read(from: number, to: number): Buffer {
    const table = Buffer.allocUnsafe(to - from);
    const file = openSync(this.#path, 'r');
    try {
      readFully(file, table, from);
      return table;
    } finally {
      closeSync(file);
    }
  }
}

/** @returns the place of a number among ascending ones, or -1 */
export function rankOf(ascending: EntryOrder['starts'], wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = (ascending[middle] as number) - wanted;
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Ids of the objects whose entry in the pack, compressed as it lies there, has at least `bytes` bytes.
 * @param path of the `.idx`; the `.pack` lies beside it
 * @throws RangeError for an index of another version
 */
export function entriesOfSize(path: string, bytes: number): string[] {
  const index = new PackIndex(path);
  const { count, idBytes } = index;
  const { starts, numbers } = index.order();
  const packEnd = statSync(path.replace(/\.idx$/, '.pack')).size - idBytes;
  const large: number[] = [];
  for (let rank = 0; rank < count; rank++) {
    const end = rank + 1 < count ? (starts[rank + 1] as number) : packEnd;
    if (end - (starts[rank] as number) >= bytes) large.push(numbers[rank] as number);
  }
  if (large.length === 0) return [];
  const ids = index.readIds();
  return large.sort((a, b) => a - b).map((n) => ids.toString('hex', n * idBytes, (n + 1) * idBytes));
}
