import { writeSync } from 'node:fs';

/** Writes all of a chunk: one call may write a part only. */
export function writeWhole(file: number, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at);
}
