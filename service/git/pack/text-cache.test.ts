import { expect, it } from 'vitest';
import { TextCache } from './text-cache.ts';

const text = (length: number) => Buffer.alloc(length, 'x');

it('keeps what was used of late, and no more than it may', () => {
  const cache = new TextCache(1 << 20);
  const often = text(1000);
  cache.put(0, often);
  let kept = 0;
  for (let number = 1; number <= 10_000; number++) {
    cache.put(number, text(1000));
    expect(cache.get(0)).toBe(often);
  }
  for (let number = 1; number <= 10_000; number++) if (cache.get(number) !== undefined) kept += 1;
  // What is asked for while it is counted comes back to those of late, so some that were kept go.
  expect(kept).toBeGreaterThan(200);
  expect(kept * (1000 + 256)).toBeLessThanOrEqual(1 << 20);
  expect(cache.get(10_000)).toBeDefined();
});

it('counts what many small texts take beside their bytes', () => {
  const cache = new TextCache(1 << 20);
  for (let number = 0; number < 100_000; number++) cache.put(number, text(1));
  let kept = 0;
  for (let number = 99_999; number >= 0; number--) if (cache.get(number) !== undefined) kept += 1;
  expect(kept).toBeLessThan(5000);
});

it('does not keep a text that would drive out all others', () => {
  const cache = new TextCache(1 << 20);
  cache.put(1, text(100));
  cache.put(2, text((1 << 18) + 1));
  expect(cache.get(2)).toBeUndefined();
  expect(cache.get(1)).toBeDefined();
});
