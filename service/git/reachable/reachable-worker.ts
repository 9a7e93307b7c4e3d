/** Worker thread that walks through histories and counts what lies beside them. */
import { serveJob } from '../../processes/workers.ts';
import { doReachableJob, type ReachableAnswer, type ReachableJob } from './reachable-job.ts';

serveJob<ReachableJob, ReachableAnswer>((job, _post, signal) => doReachableJob(job, signal));
