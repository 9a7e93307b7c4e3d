import { expect, test } from 'vitest';
import { refsAsBytes, refsInBatches } from './ref-bytes.ts';

test('refs come back as they were, never more at a time than was asked for', () => {
  const refs = Array.from({ length: 2501 }, (_, n) => ({
    name: `refs/heads/ä-${n}-\u{1f600}`,
    oid: String(n).padStart(40, '0'),
  }));
  const batches = [...refsInBatches(refsAsBytes(refs), 500)];
  expect(batches.flat()).toEqual(refs);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(500);
  expect([...refsInBatches(refsAsBytes([]), 500)]).toEqual([]);
});
