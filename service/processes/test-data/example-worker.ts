import { threadId } from 'node:worker_threads';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../workers.ts';

serveJob<{ do: string }, number, string>(async (job, post, signal) => {
  if (job.do === 'fail') throw Failure.of('source.empty', {});
  if (job.do === 'exit') process.exit(3);
  if (job.do === 'tell') post('hello');
  if (job.do === 'wait') {
    post('waiting');
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
  return threadId;
});
