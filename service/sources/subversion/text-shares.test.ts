import { expect, it } from 'vitest';
import { TEXT_BYTES, TextShares } from './text-shares.ts';

it('gives one alone everything, and each further one half of it until all have ended', () => {
  const shares = new TextShares();
  const taken = Array.from({ length: 4 }, () => shares.take());
  expect(taken.map(({ bytes }) => bytes / TEXT_BYTES)).toEqual([1, 0.5, 0.5, 0.5]);
  for (const { giveBack } of taken.slice(0, 3)) {
    giveBack();
    giveBack();
  }
  expect(shares.take().bytes).toBe(TEXT_BYTES / 2);
});

it('gives all of it to the next one when no other fetches', () => {
  const shares = new TextShares();
  shares.take().giveBack();
  expect(shares.take().bytes).toBe(TEXT_BYTES);
});
