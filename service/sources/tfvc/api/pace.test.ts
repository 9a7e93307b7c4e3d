/** Servers that bear so many requests at one time, counted in rounds: no clock runs here. */
import { expect, test } from 'vitest';
import { FIRST, MOST, Pace, type Sent } from './pace.ts';

/** What a server does with one of so many requests: how long it takes, or nothing where it refuses. */
type Answers = (underWay: number) => number | null;

/** Requests, always as many as may be. @returns the limit behind each round, and how many were refused */
function run(pace: Pace, rounds: number, answers: Answers, kind = 'changes') {
  const limits: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const sent: { one: Sent; underWay: number }[] = [];
    for (let n = 1; n <= Math.max(FIRST, pace.limit); n++) {
      const underWay = Math.min(n, pace.limit);
      sent.push({ one: pace.sent(underWay), underWay });
    }
    for (const { one, underWay } of sent) {
      const milliseconds = answers(underWay);
      if (milliseconds !== null) pace.answered(one, kind, milliseconds);
      else {
        refused += 1;
        pace.refused(one);
      }
    }
    limits.push(pace.limit);
  }
  return { limits, refused };
}

test('a server that answers as soon as before is asked more and more, up to the bound', () => {
  const pace = new Pace();
  expect(pace.limit).toBe(FIRST);
  expect(run(pace, 5, () => 40).limits).toEqual([16, 32, 64, 128, 128]);
  expect(pace.limit).toBe(MOST);
  expect(run(new Pace(20), 10, () => 40).limits.at(-1)).toBe(20);
  expect(new Pace(3).limit).toBe(3);
});

test('one that has all requests wait in line is asked no more than it answers in time', () => {
  // Twelve at a time: 24 under way take twice as long.
  const capacity = 12;
  const pace = new Pace();
  const { limits } = run(pace, 1_000, () => 200 * Math.max(1, pace.limit / capacity));
  expect(Math.max(...limits)).toBeLessThanOrEqual(3 * capacity);
  const late = limits.slice(-50);
  expect(Math.max(...late)).toBeLessThanOrEqual(3 * capacity);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(FIRST);
});

test('a slow server is never asked less than in the beginning unless it refuses', () => {
  const pace = new Pace();
  run(pace, 5, () => 40);
  const { limits } = run(pace, 40, () => 5_000);
  expect(limits.at(-1)).toBe(FIRST);
  expect(Math.min(...limits)).toBe(FIRST);
});

test('a server that gets slower for other reasons is found to be as it is, and asked more again', () => {
  const pace = new Pace();
  run(pace, 5, () => 40);
  const { limits } = run(pace, 300, () => 400);
  expect(Math.min(...limits)).toBe(FIRST);
  expect(limits.at(-1)).toBe(MOST);
});

test('refusals halve the number once a round, and the number that was too much is come back to seldom', () => {
  const most = 20;
  const pace = new Pace();
  const first = run(pace, 3, (underWay) => (underWay > most ? null : 40));
  // 8, 16, 32 of which twelve are refused: one cut.
  expect(first.limits[1]).toBe(16 * 2);
  expect(first.limits[2]).toBe(16);
  const { limits, refused } = run(pace, 1_000, (underWay) => (underWay > most ? null : 40));
  expect(Math.max(...limits)).toBeLessThanOrEqual(most + 1);
  // One of 1,000 rounds in some thirty is spent on finding out whether it bears more now.
  expect(refused).toBeLessThanOrEqual(40);
  expect(limits.filter((limit) => limit >= most - 1).length).toBeGreaterThan(600);
});

test('a server that bears one request at a time is asked one at a time', () => {
  const pace = new Pace();
  const { limits } = run(pace, 200, (underWay) => (underWay > 1 ? null : 40));
  expect(limits.slice(3).every((limit) => limit <= 2)).toBe(true);
});

test('what was sent before the last cut cuts no further, and tells whether there were others beside it', () => {
  const pace = new Pace();
  const [alone, many] = [pace.sent(1), pace.sent(8)];
  expect(pace.refused(many)).toBe(true);
  expect(pace.limit).toBe(4);
  expect(pace.refused(alone)).toBe(false);
  expect(pace.limit).toBe(4);
});

test('who asks for less than it may learns nothing about more', () => {
  const pace = new Pace();
  for (let n = 0; n < 1000; n++) pace.answered(pace.sent(2), 'changes', 40);
  expect(pace.limit).toBe(FIRST);
});

test('requests of different kinds are compared with their own', () => {
  const pace = new Pace();
  for (let n = 0; n < 2000; n++) pace.answered(pace.sent(pace.limit), n % 2 ? 'changes' : 'content', n % 2 ? 300 : 20);
  expect(pace.limit).toBe(MOST);
});
