import { expect, it } from 'vitest';
import { bytesText } from './number-words.ts';

it('says bytes in the largest unit of which there is one', () => {
  expect([0, 1, 1.4, 999, 1000, 999_949, 999_950, 999_960, 1_000_000, 2_400_000, 3e15].map(bytesText)).toEqual([
    '0 bytes',
    '1 byte',
    '1 byte',
    '999 bytes',
    '1.0 kB',
    '999.9 kB',
    '1.0 MB',
    '1.0 MB',
    '1.0 MB',
    '2.4 MB',
    '3,000.0 TB',
  ]);
});
