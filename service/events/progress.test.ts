import { expect, test } from 'vitest';
import { type Reading, RunProgress, Throttle } from './progress.ts';

const reading = (
  step: Reading['step'],
  fraction: number | null,
  done: number | null = null,
  total: number | null = null,
): Reading => ({
  step,
  fraction,
  done,
  total,
  unit: 'revisions',
  status_text: '',
});

test('steps add up to one percentage that never goes back and leaves 100 to the end', () => {
  const progress = new RunProgress(['detection', 'raw', 'rewrite', 'push', 'verification'], () => 0);
  const seen = [
    reading('detection', 0),
    reading('raw', 0.5),
    reading('raw', 0.2),
    reading('raw', null),
    reading('raw', 7),
    reading('rewrite', 0),
    reading('verification', 1),
  ].map((one) => progress.read(one).percent);
  expect(seen).toEqual([0, 43, 43, 43, 84, 84, 99]);
});

test('a run without a fetch spreads over its own steps', () => {
  const progress = new RunProgress(['rewrite', 'push', 'verification'], () => 0);
  expect(progress.read(reading('rewrite', 1)).percent).toBe(50);
});

test('rate and time left come from the last seconds only', () => {
  let now = 0;
  const progress = new RunProgress(['raw'], () => now);
  expect(progress.read(reading('raw', 0, 0, 1000))).toMatchObject({ rate: null, seconds_left: null });
  now = 1000;
  expect(progress.read(reading('raw', 0.1, 100, 1000))).toMatchObject({ rate: 100, seconds_left: 9 });
  for (let step = 1; step <= 20; step++) {
    now = 1000 + step * 1000;
    progress.read(reading('raw', 0.1, 100 + step * 10, 1000));
  }
  expect(progress.latest).toMatchObject({ rate: 10, seconds_left: 70 });
});

test('a throttle sends the first value at once and the last one at the end', () => {
  const sent: number[] = [];
  const throttle = new Throttle<number>(60_000, (value) => sent.push(value));
  for (let value = 1; value <= 100; value++) throttle.push(value);
  expect(sent).toEqual([1]);
  throttle.flush();
  throttle.flush();
  expect(sent).toEqual([1, 100]);
});
