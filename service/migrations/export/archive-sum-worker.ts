/** Worker thread that reads a whole archive. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { serveJob } from '../../processes/workers.ts';

export interface ArchiveSumJob {
  path: string;
}

serveJob<ArchiveSumJob, string>(async ({ path }, _post, signal) => {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) sum.update(piece as Buffer);
  return sum.digest('hex');
});
