/**
 * Files that grow between checkpoints. A checkpoint keeps their length and the CRC-32 of their bytes, which can go on from where
 * it was: what a power cut, a disk or a person made of them meanwhile is noticed before anything is built on it.
 */
import { fstatSync, ftruncateSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Failure } from '../failures/failure.ts';

const PIECE = 4 << 20;

export interface GrownFile {
  /** Open descriptor. */
  file: number;
  /** For messages. */
  name: string;
  /** Bytes at the checkpoint. */
  length: number;
  /** Its CRC-32 then; undefined in checkpoints of earlier versions, which kept none. */
  sum: number | undefined;
  /** Bytes at its beginning that do not count, since they are written again. */
  from?: number;
}

/**
 * Reads a file up to its checkpoint.
 * @returns its CRC-32
 * @throws Failure when it is shorter or not the same
 */
export function requireGrown({ file, name, length, sum, from = 0 }: GrownFile): number {
  let read = 0;
  const buffer = Buffer.allocUnsafe(Math.min(PIECE, Math.max(0, length - from)));
  for (let at = from; at < length; ) {
    const got = readSync(file, buffer, 0, Math.min(buffer.length, length - at), at);
    if (got === 0) throw damaged(name, 'it is shorter than it was');
    read = crc32(buffer.subarray(0, got), read);
    at += got;
  }
  if (sum !== undefined && sum !== read) throw damaged(name, 'its bytes are not those that were written');
  return read;
}

/** As `requireGrown`, and cuts off what came after the checkpoint. */
export function cutBack(grown: GrownFile): number {
  // A file that is too short would become one with zeros at its end.
  if (fstatSync(grown.file).size < grown.length) throw damaged(grown.name, 'it is shorter than it was');
  ftruncateSync(grown.file, grown.length);
  return requireGrown(grown);
}

/** What is thrown where a file of staging cannot be what was written. @param what part of a sentence, for the log */
export function damaged(name: string, what: string): Failure {
  return Failure.of('import.fetched_damaged', { file: name }, what);
}
