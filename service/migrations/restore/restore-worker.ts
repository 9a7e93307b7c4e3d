import { serveJob } from '../../processes/workers.ts';
import { restore } from './restore.ts';
import type { RestoreJob, RestoreMessage, RestoreResult } from './restore-job.ts';

serveJob<RestoreJob, RestoreResult, RestoreMessage>((job, post, signal, go) => restore(job, post, signal, go));
