import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IpcOutput } from './ipc/contract.ts';

const nanosecondsPerMillisecond = 1e6;
const resolution = 5;
const histogram = process.env.GANTRY_TEST_HOOKS === '1' ? monitorEventLoopDelay({ resolution }) : null;
histogram?.enable();

/**
 * How long this thread's event loop was blocked, for tests and the bench; null without GANTRY_TEST_HOOKS=1.
 * The histogram's readings hold its own timer interval, which is no delay and is taken off.
 */
export function readEventLoopDelay(reset: boolean): IpcOutput<'readEventLoopDelay'> | null {
  if (!histogram) return null;
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / nanosecondsPerMillisecond - resolution);
  const empty = histogram.count === 0;
  const reading = {
    p99_ms: empty ? 0 : delay(histogram.percentile(99)),
    max_ms: empty ? 0 : delay(histogram.max),
    mean_ms: empty ? 0 : delay(histogram.mean),
    samples: histogram.count,
  };
  if (reset) histogram.reset();
  return reading;
}
