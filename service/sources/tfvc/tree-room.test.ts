import { expect, test } from 'vitest';
import { TreeRoom } from './tree-room.ts';

/** Trees of so many files, each let go when it is told to. */
function holding(room: TreeRoom, sizes: readonly number[]) {
  const held: number[] = [];
  const ends = sizes.map(() => Promise.withResolvers<void>());
  const all = sizes.map((size, n) =>
    room.hold(
      async () => ({ size }),
      async () => {
        held.push(n);
        await ends[n]?.promise;
        held.splice(held.indexOf(n), 1);
        return n;
      },
    ),
  );
  return { held, all, end: (n: number) => ends[n]?.resolve() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('small trees are held beside each other, a large one waits for room and is held alone', async () => {
  const { held, all, end } = holding(new TreeRoom(100), [40, 50, 500, 10]);
  await turn();
  expect(held).toEqual([0, 1]);
  end(0);
  await turn();
  expect(held).toEqual([1]);
  end(1);
  await turn();
  expect(held).toEqual([2]);
  end(2);
  await turn();
  expect(held).toEqual([3]);
  end(3);
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test('one that cannot be read, and one whose work fails, leave the others their room', async () => {
  const room = new TreeRoom(10);
  const unread = room.hold(() => Promise.reject<{ size: number }>(new Error('unread')), turn);
  const failed = room.hold(
    async () => ({ size: 10 }),
    () => Promise.reject(new Error('failed')),
  );
  const after = room.hold(
    async () => ({ size: 10 }),
    async () => 'done',
  );
  await expect(unread).rejects.toThrow('unread');
  await expect(failed).rejects.toThrow('failed');
  expect(await after).toBe('done');
});
