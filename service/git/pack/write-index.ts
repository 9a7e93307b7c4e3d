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

/** @returns the whole file */
export function encodeIndex({ ids, idBytes, crcs, starts, packSum, near = NEAR }: IndexContent): Buffer {
  const count = starts.length;
  let far = 0;
  for (const start of starts) if (start > near) far += 1;
  const oids = 8 + FANOUT;
  const checks = oids + count * idBytes;
  const offsets = checks + count * 4;
  const farOffsets = offsets + count * 4;
  const end = farOffsets + far * 8;
  const file = Buffer.alloc(end + 2 * idBytes);
  file.writeUInt32BE(0xff744f63, 0);
  file.writeUInt32BE(2, 4);
  ids.copy(file, oids, 0, count * idBytes);
  far = 0;
  for (let n = 0, first = 0; n < count; n++) {
    for (const byte = ids[n * idBytes] as number; first < byte; first++) file.writeUInt32BE(n, 8 + first * 4);
    file.writeUInt32BE(crcs[n] as number, checks + n * 4);
    const start = starts[n] as number;
    if (start > near) {
      file.writeUInt32BE(0x80000000 + far, offsets + n * 4);
      file.writeBigUInt64BE(BigInt(start), farOffsets + far * 8);
      far += 1;
    } else file.writeUInt32BE(start, offsets + n * 4);
  }
  const last = count === 0 ? 0 : (ids[(count - 1) * idBytes] as number);
  for (let first = last; first < 256; first++) file.writeUInt32BE(count, 8 + first * 4);
  packSum.copy(file, end);
  const sum = createHash(idBytes === 32 ? 'sha256' : 'sha1').update(file.subarray(0, end + idBytes));
  sum.digest().copy(file, end + idBytes);
  return file;
}
