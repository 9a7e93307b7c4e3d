/** Worker thread of a check: reads a whole database. */
import { serveJob } from '../processes/workers.ts';
import { damageOf } from '../store/backup.ts';

export interface CheckJob {
  path: string;
}

/** Its result is what is wrong in the database, or null. */
serveJob<CheckJob, string | null>(async ({ path }) => damageOf(path));
