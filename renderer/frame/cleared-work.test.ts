import { expect, it } from 'vitest';
import { endedAt, isCleared } from './cleared-work.ts';

it('shows what ends in the second in which the list was cleared', () => {
  const second = '2026-01-01T00:00:05Z';
  const before = [
    { key: 'import:1', ended_at: '2026-01-01T00:00:04Z' },
    { key: 'import:2', ended_at: second },
  ];
  const looked = { clearedAt: second, clearedLast: endedAt(before, second) };
  const after = [...before, { key: 'import:3', ended_at: second }, { key: 'import:4', ended_at: null }];
  expect(after.filter((row) => !isCleared(row, looked)).map(({ key }) => key)).toEqual(['import:3', 'import:4']);
});
