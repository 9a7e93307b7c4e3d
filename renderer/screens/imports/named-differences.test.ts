import { expect, it } from 'vitest';
import type { ToldComparison } from '../../../service/vocabulary/comparison.ts';
import { namedOf } from './named-differences.ts';

const comparison = (differing: number, not_compared: number): ToldComparison => ({
  ...{ state: 'complete', text: '', compared: 5000, total: 5000, differing, not_compared },
  ...{ started_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:01:00Z' },
  differences: Array.from({ length: Math.min(differing, 100) }, (_, n) => ({
    ...{ revision: `${n + 1}`, path: 'trunk', commit: `${n}`, files: ['a'] },
  })),
  left: Array.from({ length: Math.min(not_compared, 100) }, (_, n) => `${n + 1}: gone`),
});

it('says how many differences are not named, of one kind as of both', () => {
  const shown = (differing: number, not_compared: number) => {
    const { differences, left, more } = namedOf(comparison(differing, not_compared));
    return [differences.length, left.length, more];
  };
  expect(shown(3, 0)).toEqual([3, 0, 0]);
  expect(shown(15, 0)).toEqual([10, 0, 5]);
  expect(shown(3, 12)).toEqual([3, 10, 2]);
  expect(shown(4000, 200)).toEqual([10, 10, 4180]);
});
