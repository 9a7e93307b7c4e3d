import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { NICENESS } from './give-way.ts';
import { endIdleWorkers, runInWorker, sharedBytes, startAhead } from './workers.ts';

afterEach(endIdleWorkers);

interface Job {
  do: 'thread' | 'fail' | 'exit' | 'wait' | 'tell' | 'hold' | 'niceness';
}

const run = (job: Job, signal = new AbortController().signal, onMessage?: (message: string) => void) =>
  runInWorker<Job, number, string>(import.meta.url, './test-data/example-worker', job, {
    signal,
    ...(onMessage === undefined ? {} : { onMessage }),
  });

it('uses a thread again after a job that went well', async () => {
  const first = await run({ do: 'thread' });
  expect(await run({ do: 'thread' })).toBe(first);
  const [one, other] = await Promise.all([run({ do: 'thread' }), run({ do: 'thread' })]);
  expect(one).not.toBe(other);
});

it('takes a new thread after a job that left much in memory: nothing collects the garbage of one that waits', async () => {
  const first = await run({ do: 'hold' });
  expect(await run({ do: 'thread' })).not.toBe(first);
});

it.skipIf(process.platform !== 'linux')('computes where it gives way', async () => {
  const own = getPriority(process.pid);
  expect(await run({ do: 'niceness' })).toBe(own + NICENESS);
  expect(getPriority(process.pid)).toBe(own);
});

it('hands bytes on without a copy', async () => {
  const bytes = sharedBytes([Buffer.from('a '), Buffer.from('b')]);
  expect([Buffer.from(bytes).toString(), bytes.buffer instanceof SharedArrayBuffer]).toEqual(['a b', true]);
});

it('takes a new thread after a failure, an unexpected end or an abort', async () => {
  const first = await run({ do: 'thread' });
  await expect(run({ do: 'fail' })).rejects.toMatchObject({ kind: 'empty', key: 'source.empty' });
  const second = await run({ do: 'thread' });
  expect(second).not.toBe(first);
  await expect(run({ do: 'exit' })).rejects.toMatchObject({ kind: 'internal' });
  const third = await run({ do: 'thread' });
  expect(third).not.toBe(second);
  const stop = new AbortController();
  const waiting = run({ do: 'wait' }, stop.signal, () => stop.abort());
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  expect(await run({ do: 'thread' })).not.toBe(third);
});

it('ends threads that still inflate without taking the process along', async () => {
  const program = fileURLToPath(new URL('./test-data/ends-inflating.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, '40']);
  expect(stdout).toBe('still here');
});

it('passes messages on while the job runs, to that job only', async () => {
  const heard: string[] = [];
  await run({ do: 'tell' }, undefined, (message) => heard.push(`one ${message}`));
  await run({ do: 'tell' }, undefined, (message) => heard.push(`two ${message}`));
  expect(heard).toEqual(['one hello', 'two hello']);
});

it('starts a thread ahead of its job, once', async () => {
  startAhead(import.meta.url, './test-data/example-worker');
  startAhead(import.meta.url, './test-data/example-worker');
  const first = await run({ do: 'thread' });
  expect(await run({ do: 'thread' })).toBe(first);
});
