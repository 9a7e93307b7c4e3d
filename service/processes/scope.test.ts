import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markProcessesFor } from './engine-mark.ts';
import { runTool } from './run.ts';
import { WorkScope } from './scope.ts';
import { runInWorker } from './workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry scope '));
markProcessesFor(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('work that was stopped has ended when all that it started has, not when its first part failed', async () => {
  const stop = new AbortController();
  const scope = new WorkScope();
  const ready = Promise.withResolvers<void>();
  const slow = ['-c', 'trap "sleep 0.3; exit" TERM; echo ready; while :; do sleep 0.01; done'];
  const work = scope.run(() =>
    Promise.all([
      runTool({ command: 'sleep', args: ['30'], signal: stop.signal }).done,
      runTool({ command: 'sh', args: slow, signal: stop.signal, onStdout: () => ready.resolve() }).done,
    ]),
  );
  await ready.promise;
  stop.abort();
  await expect(work).rejects.toMatchObject({ kind: 'cancelled' });
  expect(readdirSync(join(folder, 'processes'))).toHaveLength(1);
  await scope.ended();
  expect(readdirSync(join(folder, 'processes'))).toEqual([]);
});

test('a thread of the work is waited for too; what others started is not', async () => {
  const stop = new AbortController();
  const scope = new WorkScope();
  const other = runTool({ command: 'cat', args: [], stdin: 'pipe' });
  let ended = false;
  const failing = scope.run(async () => {
    const job = { do: 'wait' };
    void runInWorker(import.meta.url, './test-data/example-worker', job, { signal: stop.signal }).catch(() => {
      ended = true;
    });
    throw new Error('another part failed');
  });
  await expect(failing).rejects.toThrow('another part');
  stop.abort();
  await scope.ended();
  expect(ended).toBe(true);
  await other.stop();
});
