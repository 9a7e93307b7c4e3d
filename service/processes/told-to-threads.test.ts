import { afterEach, expect, test } from 'vitest';
import { allTold, takeOver, tellThreads, toldToThreads } from './told-to-threads.ts';
import { endIdleWorkers, runInWorker } from './workers.ts';

afterEach(endIdleWorkers);

const ask = (name: string) =>
  runInWorker<{ name: string }, [thread: number, told: unknown, variable: string | undefined]>(
    import.meta.url,
    './test-data/told-worker',
    { name },
    { signal: new AbortController().signal },
  );

test('a thread that waited knows with its next job what was said meanwhile, and the environment of now', async () => {
  tellThreads('test', { n: 1 });
  const [thread, ...first] = await ask('GANTRY_TOLD');
  expect(first).toEqual([{ n: 1 }, undefined]);
  tellThreads('test', { n: 2 });
  process.env.GANTRY_TOLD = 'now';
  expect(await ask('GANTRY_TOLD')).toEqual([thread, { n: 2 }, 'now']);
});

test('what is as before stays the same object', () => {
  tellThreads('test', { n: 1 });
  const before = toldToThreads('test');
  takeOver(structuredClone({ ...allTold(), other: [2] }));
  expect(toldToThreads('test')).toBe(before);
  takeOver({ other: [2] });
  expect([toldToThreads('test'), toldToThreads('other')]).toEqual([undefined, [2]]);
});
