/** Reads a pack's index, version 2 (git's `Documentation/gitformat-pack.txt`). */
import { readFileSync, statSync } from 'node:fs';

const OID_BYTES = 20;
const HEADER = 8;
const FANOUT = 256 * 4;
const TRAILER = 20;

/**
 * Ids of all objects of a pack, 20 bytes each.
 * @throws RangeError for an index of another version
 */
export function packedIds(index: string): Buffer {
  const file = readIndex(index);
  const start = HEADER + FANOUT;
  return file.subarray(start, start + file.readUInt32BE(start - 4) * OID_BYTES);
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
  const file = readIndex(index);
  const count = file.readUInt32BE(HEADER + FANOUT - 4);
  const oids = HEADER + FANOUT;
  const offsets = oids + count * (OID_BYTES + 4);
  const farOffsets = offsets + count * 4;
  const starts = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const offset = file.readUInt32BE(offsets + i * 4);
    // The top bit says that the offset is one of those over 2 GB.
    starts[i] = offset < 0x80000000 ? offset : Number(file.readBigUInt64BE(farOffsets + (offset - 0x80000000) * 8));
  }
  const sorted = starts.slice().sort();
  const packEnd = statSync(index.replace(/\.idx$/, '.pack')).size - TRAILER;
  const large = new Set<number>();
  for (let i = 0; i < count; i++) {
    const start = sorted[i] as number;
    if ((i + 1 < count ? (sorted[i + 1] as number) : packEnd) - start >= bytes) large.add(start);
  }
  const found: string[] = [];
  if (large.size === 0) return found;
  for (let i = 0; i < count; i++) {
    if (large.has(starts[i] as number))
      found.push(file.toString('hex', oids + i * OID_BYTES, oids + (i + 1) * OID_BYTES));
  }
  return found;
}
