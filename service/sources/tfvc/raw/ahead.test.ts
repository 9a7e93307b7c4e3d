import { expect, test } from 'vitest';
import { Ahead } from './ahead.ts';

/** How many are asked for before there are enough. @param changes of each that is listed; null for none yet */
function filled(ahead: Ahead, atOnce: number, changes: number | null): number {
  let count = 0;
  for (; !ahead.isFull(atOnce); count++) {
    const listed = ahead.begin();
    if (changes !== null) listed(changes);
  }
  return count;
}

test('changesets are asked for ahead as the server bears requests, never fewer than twelve', () => {
  expect(filled(new Ahead(), 1, null)).toBe(12);
  expect(filled(new Ahead(), 8, 3)).toBe(16);
  expect(filled(new Ahead(), 64, 3)).toBe(128);
});

test('large ones keep others from being asked for, and those not listed yet are taken to be as large', () => {
  expect(filled(new Ahead(), 64, 1_000)).toBe(50);
  expect(filled(new Ahead(), 64, 1_000_000)).toBe(12);
  const ahead = new Ahead();
  ahead.begin()(2_000);
  ahead.end();
  expect(filled(ahead, 64, null)).toBe(25);
  for (let n = 0; n < 20; n++) ahead.end();
  expect(ahead.isFull(64)).toBe(false);
});
