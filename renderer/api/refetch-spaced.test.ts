import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEAST_MS, refetchSpaced } from './refetch-spaced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queryKey = ['repositories', 'summaries'];

/** A screen that shows an answer; the engine takes a while for each. */
async function shown(took: number) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const engine = { state: 0, asked: 0 };
  const queryFn = async () => {
    engine.asked++;
    const { state } = engine;
    await new Promise((answered) => setTimeout(answered, took));
    return state;
  };
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(took);
  engine.asked = 0;
  return { queries, engine, stop, now: () => observer.getCurrentResult().data };
}

it('asks at once for one event, and a few times for thousands; what is shown is what is at last', async () => {
  const { queries, engine, stop, now } = await shown(100);
  engine.state = 1;
  refetchSpaced(queries, queryKey);
  await vi.advanceTimersByTimeAsync(100);
  expect([engine.asked, now()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(10 * LEAST_MS);
  expect(engine.asked).toBe(1);
  for (let event = 0; event < 2000; event++) {
    engine.state++;
    refetchSpaced(queries, queryKey);
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(now()).toBe(2001);
  expect(engine.asked).toBeLessThan(30);
  stop();
});

it('lets an answer come that takes longer than the events are apart', async () => {
  const { queries, engine, stop, now } = await shown(2500);
  for (let event = 0; event < 100; event++) {
    engine.state++;
    refetchSpaced(queries, queryKey);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.asked).toBeLessThan(3);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([now(), engine.asked]).toEqual([100, 2]);
  stop();
});

it('has what is drawn later asked for anew as well', async () => {
  const { queries, engine, stop } = await shown(10);
  stop();
  refetchSpaced(queries, queryKey);
  refetchSpaced(queries, queryKey);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(engine.asked).toBe(0);
});
