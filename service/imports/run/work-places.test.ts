import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkPlaces } from './work-places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks for places one after the other, and notes who got one. */
function asking(places: WorkPlaces) {
  const got: number[] = [];
  const heard: number[] = [];
  const leave: (() => void)[] = [];
  const ask = async (who: number, signal = new AbortController().signal) => {
    leave[who] = await places.take(signal, (atWork) => heard.push(atWork));
    got.push(who);
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { got, heard, ask, settled, leave: (who: number) => leave[who]?.() };
}

test('as many work as there are places, the others in the order of asking', async () => {
  const { got, heard, ask, settled, leave } = asking(new WorkPlaces(2));
  for (const who of [0, 1, 2, 3]) void ask(who);
  await settled();
  expect(got).toEqual([0, 1]);
  expect(heard).toEqual([2, 2]);
  leave(1);
  // Twice is once.
  leave(1);
  await settled();
  expect(got).toEqual([0, 1, 2]);
  leave(0);
  await settled();
  expect(got).toEqual([0, 1, 2, 3]);
  leave(2);
  leave(3);
  await ask(4);
  expect(heard).toHaveLength(2);
});

test('who is stopped while it waits takes no place', async () => {
  const { got, ask, settled, leave } = asking(new WorkPlaces(1));
  void ask(0);
  const stop = new AbortController();
  const stopped = ask(1, stop.signal);
  void ask(2);
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  await expect(ask(3, stop.signal)).rejects.toThrow('stopped');
  leave(0);
  await settled();
  expect(got).toEqual([0, 2]);
});

test('who waited for a minute shares a core, and no more than one with each', async () => {
  const { got, ask, settled, leave } = asking(new WorkPlaces(1));
  for (const who of [0, 1, 2]) void ask(who);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(got).toEqual([0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(got).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(got).toEqual([0, 1]);
  leave(0);
  await settled();
  expect(got).toEqual([0, 1, 2]);
  // A new one waits until only it would be at work.
  void ask(3);
  leave(1);
  await settled();
  expect(got).toEqual([0, 1, 2]);
  leave(2);
  await settled();
  expect(got).toEqual([0, 1, 2, 3]);
});
