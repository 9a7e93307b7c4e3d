import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

test('work of several people is begun in turns, that of one in its order', () => {
  const turns = new FairTurns();
  const waiting = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'].map((name) => ({
    name,
    accountId: name.charCodeAt(0),
  }));
  const begun: string[] = [];
  for (let next = turns.next(waiting, []); next !== undefined; next = turns.next(waiting, [])) {
    begun.push(next.name);
    waiting.splice(waiting.indexOf(next), 1);
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('who has less at work comes first', () => {
  const turns = new FairTurns();
  const waiting = [{ accountId: 1 }, { accountId: 2 }];
  expect(turns.next(waiting, [1])).toEqual({ accountId: 2 });
  expect(turns.next(waiting, [2, 2, 1])).toEqual({ accountId: 1 });
  expect(turns.next([], [1])).toBeUndefined();
});
