/** Refs as bytes: a hundred thousand go to another thread as one block, and are read there some at a time. */
import { sharedBytes } from '../../processes/workers.ts';
import type { MappedRef } from '../../vocabulary/history.ts';

const NEWLINE = 0x0a;
/** Refs made bytes at once. */
const BATCH_SIZE = 1000;

/** Names hold neither spaces nor ends of lines: git refuses them. @returns bytes that threads share */
export function refsAsBytes(refs: readonly MappedRef[]): Uint8Array {
  const pieces: Buffer[] = [];
  for (let at = 0; at < refs.length; at += BATCH_SIZE) {
    const lines = refs.slice(at, at + BATCH_SIZE).map(({ name, oid }) => `${oid} ${name}\n`);
    pieces.push(Buffer.from(lines.join('')));
  }
  return sharedBytes(pieces);
}

/** The refs of such a block, at most `size` at a time. */
export function* refsInBatches(bytes: Uint8Array, size: number): Generator<MappedRef[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let batch: MappedRef[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(NEWLINE, at);
    const line = text.toString('utf8', at, end);
    const space = line.indexOf(' ');
    batch.push({ oid: line.slice(0, space), name: line.slice(space + 1) });
    at = end + 1;
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
