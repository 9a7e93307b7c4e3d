import { expect, it } from 'vitest';
import { lastHour } from './last-hour.ts';

it('moves on with the clock: old minutes leave, minutes without a reading are empty', () => {
  const history = [
    { minute: 0, used: 7 },
    { minute: 3540, used: 2 },
  ];
  const shown = lastHour(history, 3605);
  expect(shown).toHaveLength(60);
  expect(shown.slice(-2)).toEqual([
    { minute: 3540, used: 2 },
    { minute: 3600, used: 0 },
  ]);
  expect(shown.some(({ used }) => used === 7)).toBe(false);
});
