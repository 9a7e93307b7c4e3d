/** Reads a pack's index, version 2 (git's `Documentation/gitformat-pack.txt`). */
import { readFileSync, statSync } from 'node:fs';

const OID_BYTES = 20;
const HEADER = 8;
const FANOUT = 256 * 4;

/** Entries of a pack in the order in which they lie there. */
export interface EntryOrder {
  /** Where they start, ascending. */
  starts: Float64Array;
  /** The number of each among the sorted ids. */
  numbers: Uint32Array;
}

export class PackIndex {
  readonly count: number;
  readonly idBytes: number;
  /** Sorted, one behind the other. */
  readonly ids: Buffer;
  /** Where the entry of each id starts, in bytes. */
  readonly starts: Float64Array;
  /** The checksum that ends the pack. */
  readonly packSum: Buffer;
  readonly #crcs: Buffer;

  /**
   * @param idBytes 20, or 32 in a repository of SHA-256
   * @throws RangeError for an index of another version, or one that is cut off
   */
  constructor(index: string, idBytes: number = OID_BYTES) {
    const file = readIndex(index);
    const count = file.readUInt32BE(HEADER + FANOUT - 4);
    const oids = HEADER + FANOUT;
    const crcs = oids + count * idBytes;
    const offsets = crcs + count * 4;
    const farOffsets = offsets + count * 4;
    const end = file.length - 2 * idBytes;
    if (farOffsets > end) throw new RangeError(`${index} is cut off`);
    this.count = count;
    this.idBytes = idBytes;
    this.ids = file.subarray(oids, crcs);
    this.packSum = file.subarray(end, end + idBytes);
    this.#crcs = file.subarray(crcs, offsets);
    this.starts = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const offset = file.readUInt32BE(offsets + i * 4);
      // The top bit says that the offset is one of those over 2 GB.
      this.starts[i] =
        offset < 0x80000000 ? offset : Number(file.readBigUInt64BE(farOffsets + (offset - 0x80000000) * 8));
    }
  }

  /** CRC-32 of an entry as it lies in the pack, its header included. */
  crc(number: number): number {
    return this.#crcs.readUInt32BE(number * 4);
  }

  order(): EntryOrder {
    const starts = this.starts.slice().sort();
    const numbers = new Uint32Array(this.count);
    for (let i = 0; i < this.count; i++) numbers[rankOf(starts, this.starts[i] as number)] = i;
    return { starts, numbers };
  }
}

/** @returns the place of a number among ascending ones, or -1 */
export function rankOf(ascending: Float64Array, wanted: number): number {
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

function readIndex(index: string): Buffer {
  const file = readFileSync(index);
  if (file.readUInt32BE(0) !== 0xff744f63 || file.readUInt32BE(4) !== 2)
    throw new RangeError(`${index} is no index of version 2`);
  return file;
}

/**
 * Ids of the objects whose entry in the pack, compressed as it lies there, has at least `bytes` bytes.
 * @param index path of the `.idx`; the `.pack` lies beside it
 * @throws RangeError for an index of another version
 */
export function entriesOfSize(index: string, bytes: number): string[] {
  const { count, ids, idBytes, starts } = new PackIndex(index);
  const sorted = starts.slice().sort();
  const packEnd = statSync(index.replace(/\.idx$/, '.pack')).size - idBytes;
  const large = new Set<number>();
  for (let i = 0; i < count; i++) {
    const start = sorted[i] as number;
    if ((i + 1 < count ? (sorted[i + 1] as number) : packEnd) - start >= bytes) large.add(start);
  }
  const found: string[] = [];
  if (large.size === 0) return found;
  for (let i = 0; i < count; i++) {
    if (large.has(starts[i] as number)) found.push(ids.toString('hex', i * idBytes, (i + 1) * idBytes));
  }
  return found;
}
