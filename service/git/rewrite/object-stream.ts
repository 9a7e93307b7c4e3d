/** Reads the output of `git cat-file --batch`: a line `<id> <type> <size>`, the object, a newline. */
import type { Readable } from 'node:stream';

export interface StreamedObject {
  id: string;
  type: string;
  /** The object's bytes; valid until the next one is asked for. */
  payload: Buffer;
}

/** @throws RangeError when the stream ends inside an object or names a missing one */
export async function* streamObjects(stream: Readable): AsyncGenerator<StreamedObject[]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const batch: StreamedObject[] = [];
    let at = 0;
    for (;;) {
      const lineEnd = held.indexOf(0x0a, at);
      if (lineEnd < 0) break;
      const [id = '', type = '', size = ''] = held.toString('latin1', at, lineEnd).split(' ');
      if (type === 'missing') throw new RangeError(`object ${id} is missing`);
      const start = lineEnd + 1;
      const end = start + Number(size);
      if (held.length < end + 1) break;
      batch.push({ id, type, payload: held.subarray(start, end) });
      at = end + 1;
    }
    if (at > 0) held = held.subarray(at);
    if (batch.length > 0) yield batch;
  }
  if (held.length > 0) throw new RangeError('git ended inside an object');
}
