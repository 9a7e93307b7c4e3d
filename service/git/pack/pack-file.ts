/** Whole reads and writes of pack files, and how a pack ends. */
import { createHash } from 'node:crypto';
import { fsyncSync, readSync, writeSync } from 'node:fs';

/** Writes count and trailing SHA-1 of a pack of `length` bytes, and makes it durable. */
export function finishPack(file: number, objects: number, length: number): void {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(objects);
  writeFully(file, count, 8);
  writeFully(file, sha1OfFile(file, length), length);
  fsyncSync(file);
}

function sha1OfFile(file: number, length: number): Buffer {
  const sum = createHash('sha1');
  const chunk = Buffer.allocUnsafe(Math.min(256 << 10, length));
  for (let at = 0; at < length; ) {
    const got = readSync(file, chunk, 0, Math.min(chunk.length, length - at), at);
    if (got === 0) throw new RangeError('a pack is shorter than what was written to it');
    sum.update(chunk.subarray(0, got));
    at += got;
  }
  return sum.digest();
}

/** Writes all of `bytes` at a position of the file. */
export function writeFully(file: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at);
}

/** Fills `into` from a position of the file. @throws RangeError when the file ends before */
export function readFully(file: number, into: Buffer, position: number): void {
  for (let at = 0; at < into.length; ) {
    const got = readSync(file, into, at, into.length - at, position + at);
    if (got === 0) throw new RangeError('a file of the staging repository is shorter than its checkpoint says');
    at += got;
  }
}
