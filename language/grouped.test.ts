import { expect, test } from 'vitest';
import { grouped } from './grouped.ts';

test('numbers are grouped as the system groups them', () => {
  const numbers = [0, 1, 12, 999, 1000, 12_345, 999_999, 1_000_000, 123_456_789, Number.MAX_SAFE_INTEGER];
  for (const number of [...numbers, ...numbers.map((each) => -each), 0.5, 1234.25, 2 ** 60, Number.NaN]) {
    // There is no sign at nothing.
    const count = number === 0 ? 0 : number;
    expect(grouped(count, ',')).toBe(count.toLocaleString('en-US'));
    expect(grouped(count, '.')).toBe(count.toLocaleString('de'));
  }
});
