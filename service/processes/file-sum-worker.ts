/** Worker thread that reads a whole file. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { serveJob } from './workers.ts';

export interface FileSumJob {
  path: string;
}

serveJob<FileSumJob, string>(async ({ path }, _post, signal) => {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) sum.update(piece as Buffer);
  return sum.digest('hex');
});
