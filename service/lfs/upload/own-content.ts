/** Contents of the repository on their way to a remote. A damaged one must not arrive there under the name of a whole one. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';

const AT_ONCE = 256 << 10;

/**
 * A content whose last bytes come only when all of it is what its name says: who takes it has never the whole of another.
 * @param onBytes gets the number of those that are handed on
 * @throws Failure, as the stream's error
 */
export function ownContent(path: string, oid: string, onBytes: (bytes: number) => void): Readable {
  return Readable.from(checked(path, oid, onBytes), { objectMode: false, highWaterMark: AT_ONCE });
}

async function* checked(path: string, oid: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  let held: Buffer | null = null;
  for await (const chunk of createReadStream(path, { highWaterMark: AT_ONCE }) as AsyncIterable<Buffer>) {
    sum.update(chunk);
    if (held !== null) {
      onBytes(held.length);
      yield held;
    }
    held = chunk;
  }
  if (sum.digest('hex') !== oid) throw Failure.of('lfs.own_damaged', { path });
  if (held === null) return;
  onBytes(held.length);
  yield held;
}
