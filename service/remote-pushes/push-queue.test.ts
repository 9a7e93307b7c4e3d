import { setImmediate as breathe } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PushQueue } from './push-queue.ts';

test('many pushes of one person keep nobody else waiting until they have ended', async () => {
  const queue = new PushQueue(2);
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const add = (id: number, accountId: number) =>
    queue.push({
      ...{ id, accountId, repositoryId: id },
      begin: () => {
        begun.push(id);
        return new Promise((end) => ends.set(id, end));
      },
    });
  for (let id = 1; id <= 6; id++) add(id, 1);
  add(7, 2);
  add(8, 3);
  for (let at = 0; at < 8; at++) {
    await breathe();
    ends.get(begun[at] ?? 0)?.();
  }
  expect(begun).toEqual([1, 2, 7, 8, 3, 4, 5, 6]);
});
