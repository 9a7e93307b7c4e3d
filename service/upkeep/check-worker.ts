/** Worker thread of a check: reads whole files. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { serveJob } from '../processes/workers.ts';
import { damageOf } from '../store/backup.ts';

/** `database`: what is wrong in it, or null. `archive`: the SHA-256 of its bytes in lower-case hex. */
export type CheckJob = { type: 'database'; path: string } | { type: 'archive'; path: string };

serveJob<CheckJob, string | null, number>(async ({ type, path }, post, signal) => {
  if (type === 'database') return damageOf(path);
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    sum.update(piece as Buffer);
    post((piece as Buffer).length);
  }
  return sum.digest('hex');
});
