/** Writes a pack's index, version 2 (git's `Documentation/gitformat-pack.txt`; git writes the same bytes). */
import { createHash } from 'node:crypto';

const FANOUT = 256 * 4;
/** The greatest offset that stands in the index's table of 4 bytes. */
const NEAR = 0x7fffffff;

export interface IndexContent {
  /** Sorted, one behind the other. */
  ids: Buffer;
  idBytes: number;
  /** CRC-32 of each entry, in the order of ids. */
  crcs: Uint32Array;
  /** Where each entry starts, in the order of ids. */
  starts: Float64Array;
  /** The checksum that ends the pack. */
  packSum: Buffer;
  /** Offsets beyond it go into the table of 8 bytes; lower in tests only. */
  near?: number;
}

/** @returns the file, one table after the other: of five million objects it has 140 MB */
export function* encodeIndex(content: IndexContent): Generator<Buffer> {
  const sum = createHash(content.idBytes === 32 ? 'sha256' : 'sha1');
  for (const table of tablesOf(content)) {
    sum.update(table);
    yield table;
  }
  yield sum.digest();
}

function* tablesOf({ ids, idBytes, crcs, starts, packSum, near = NEAR }: IndexContent): Generator<Buffer> {
  const count = starts.length;
  const head = Buffer.alloc(8 + FANOUT);
  head.writeUInt32BE(0xff744f63, 0);
  head.writeUInt32BE(2, 4);
  let first = 0;
  for (let n = 0; n < count; n++) {
    for (const byte = ids[n * idBytes] as number; first < byte; first++) head.writeUInt32BE(n, 8 + first * 4);
  }
  for (; first < 256; first++) head.writeUInt32BE(count, 8 + first * 4);
  yield head;
  yield ids.subarray(0, count * idBytes);
  const table = Buffer.allocUnsafe(count * 4);
  for (let n = 0; n < count; n++) table.writeUInt32BE(crcs[n] as number, n * 4);
  yield table;
  const far: number[] = [];
  const offsets = Buffer.allocUnsafe(count * 4);
  for (let n = 0; n < count; n++) {
    const start = starts[n] as number;
    offsets.writeUInt32BE(start > near ? 0x80000000 + far.push(start) - 1 : start, n * 4);
  }
  yield offsets;
  const farOffsets = Buffer.allocUnsafe(far.length * 8);
  for (const [n, start] of far.entries()) farOffsets.writeBigUInt64BE(BigInt(start), n * 8);
  yield farOffsets;
  yield packSum;
}
