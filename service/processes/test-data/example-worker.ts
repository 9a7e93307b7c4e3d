import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../workers.ts';

let held: { name: string }[] = [];

serveJob<{ do: string }, number, string>(async (job, post, signal) => {
  if (job.do === 'fail') throw Failure.of('source.empty', {});
  if (job.do === 'exit') process.exit(3);
  if (job.do === 'hold') held = Array.from({ length: 500_000 }, (_, n) => ({ name: `ref-${n}` }));
  if (job.do === 'niceness') return getPriority(Number(readlinkSync('/proc/thread-self').split('/')[2]));
  if (job.do === 'tell') post(held.length > 0 ? 'I hold much' : 'hello');
  if (job.do === 'wait') {
    post('waiting');
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
  return threadId;
});
