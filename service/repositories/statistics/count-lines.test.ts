import { expect, test } from 'vitest';
import { LineCount } from './count-lines.ts';

/** `id parent,parent` in the order of time. */
function linesOf(history: string[], branches: Record<string, string>, head: string | null = 'main') {
  const lines = new LineCount();
  for (const [index, commit] of history.entries()) {
    const [id = '', parents = ''] = commit.split(' ');
    lines.take(`${id}\t${parents.replaceAll(',', ' ')}\t${index * 100}`);
  }
  return lines
    .result(new Map(Object.entries(branches)), head)
    .map(({ name, from, first_at, commits, merged }) => [name, from, Date.parse(first_at) / 100_000, commits, merged]);
}

test('branches leave the line that they left, and say whether they came back', () => {
  const history = ['a', 'b a', 'c b', 's1 b', 's2 s1', 'x s1', 'd c,s2', 'e d', 'o', 'p o'];
  expect(linesOf(history, { main: 'e', side: 's2', deep: 'x', orphan: 'p', same: 'c' })).toEqual([
    ['main', null, 0, 5, false],
    // A beginning of its own.
    ['orphan', null, 8, 2, false],
    ['side', 'main', 1, 2, true],
    ['deep', 'side', 3, 1, false],
    ['same', 'main', 2, 0, true],
  ]);
  expect(linesOf([], {})).toEqual([]);
  expect(linesOf(['a'], { main: 'a' }, null)).toEqual([]);
  expect(linesOf(['a'], { other: 'a' }, 'main')).toEqual([]);
});
