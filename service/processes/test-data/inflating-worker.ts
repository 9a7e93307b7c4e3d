/** A job that fails while another part of it goes on to inflate, as the walk of an export does when it is cancelled. */
import { setTimeout as rest } from 'node:timers/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../workers.ts';

const packed = deflateSync(Buffer.from('some bytes'));

function inflateForEver(): void {
  for (let count = 0; count < 50; count++) inflateSync(packed);
  setImmediate(inflateForEver);
}

serveJob<null, never>(async () => {
  inflateForEver();
  await rest(1);
  throw Failure.of('source.empty', {});
});
