import { expect, it } from 'vitest';
import { RefsInOrder } from './refs-in-order.ts';

/** As they are in a repository, and as a server tells them: what is told and not there, or there and not told. */
function compared(kept: string[], told: string[]): { others: number; left: number } {
  const refs = new RefsInOrder();
  for (const ref of kept) refs.add(ref.slice(2), ref.slice(0, 1));
  const others = told.filter((ref) => !refs.take(ref.slice(2), ref.slice(0, 1))).length;
  return { others, left: refs.left };
}

it('finds what is the same, whatever the order', () => {
  const kept = ['1 refs/heads/a', '2 refs/heads/b', '3 refs/tags/ü'];
  expect(compared(kept, kept)).toEqual({ others: 0, left: 0 });
  expect(compared(kept, kept.toReversed())).toEqual({ others: 0, left: 0 });
  expect(compared([], [])).toEqual({ others: 0, left: 0 });
});

it('finds what is new, gone, elsewhere, and told twice', () => {
  const kept = ['1 refs/heads/a', '2 refs/heads/b', '3 refs/tags/c'];
  expect(compared(kept, [...kept, '1 refs/heads/d'])).toEqual({ others: 1, left: 0 });
  expect(compared(kept, ['1 refs/heads/a', '3 refs/tags/c'])).toEqual({ others: 0, left: 1 });
  expect(compared(kept, ['1 refs/heads/a', '3 refs/heads/b', '3 refs/tags/c'])).toEqual({ others: 1, left: 1 });
  expect(compared(kept, ['1 refs/heads/a', '1 refs/heads/a', '2 refs/heads/b', '3 refs/tags/c'])).toEqual({
    others: 1,
    left: 0,
  });
  expect(compared(kept, [])).toEqual({ others: 0, left: 3 });
  expect(compared([], kept)).toEqual({ others: 3, left: 0 });
});

it('keeps them by the thousand', () => {
  const many = Array.from({ length: 2500 }, (_, index) => `${index % 10} refs/tags/${String(index).padStart(5, '0')}`);
  expect(compared(many, many)).toEqual({ others: 0, left: 0 });
  expect(compared(many, [...many.slice(1200), ...many.slice(0, 1200)])).toEqual({ others: 0, left: 0 });
  expect(
    compared(
      many,
      many.filter((_, index) => index !== 1700),
    ),
  ).toEqual({ others: 0, left: 1 });
});
