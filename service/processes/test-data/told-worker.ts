import { threadId } from 'node:worker_threads';
import { toldToThreads } from '../told-to-threads.ts';
import { serveJob } from '../workers.ts';

serveJob<{ name: string }, [number, unknown, string | undefined]>(async ({ name }) => [
  threadId,
  toldToThreads('test'),
  process.env[name],
]);
