/** Reads the output of `git cat-file --batch`: a line `<id> <type> <size>`, the object, a newline. */
import type { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import { Unread } from '../unread.ts';

export interface StreamedObject {
  id: string;
  type: string;
  /** The object's bytes; valid until the next one is asked for. */
  payload: Buffer;
}

/** Megabytes of the largest objects of a kind that are held at once; while a text is rewritten it is held four times. */
const LARGEST: Readonly<Record<string, number>> = { commit: 64, tag: 64, tree: 256 };

/** @throws RangeError when the stream ends inside an object or names a missing one @throws Failure for one that is too large */
export async function* streamObjects(stream: Readable): AsyncGenerator<StreamedObject[]> {
  const unread = new Unread();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (const held of unread.with(chunk)) {
      const batch: StreamedObject[] = [];
      let at = 0;
      let wanted = 0;
      for (;;) {
        const lineEnd = held.indexOf(0x0a, at);
        if (lineEnd < 0) break;
        const [id = '', type = '', size = ''] = held.toString('latin1', at, lineEnd).split(' ');
        if (type === 'missing') throw new RangeError(`object ${id} is missing`);
        const start = lineEnd + 1;
        const end = start + Number(size);
        if (held.length < end + 1) {
          requireSmall(id, type, Number(size));
          wanted = end + 1 - at;
          break;
        }
        batch.push({ id, type, payload: held.subarray(start, end) });
        at = end + 1;
      }
      unread.keep(held.subarray(at), wanted);
      if (batch.length > 0) yield batch;
    }
  }
  if (!unread.isEmpty) throw new RangeError('git ended inside an object');
}

function requireSmall(id: string, type: string, size: number): void {
  const most = LARGEST[type];
  if (most === undefined || size <= most << 20) return;
  throw Failure.of('git.object_too_long', { object: `${type} ${id}`, size: Math.ceil(size / 2 ** 20), most });
}
