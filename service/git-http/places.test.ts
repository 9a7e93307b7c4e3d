import { setImmediate as breathe } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Places } from './places.ts';

test('who has no place yet is let in beside those who have all of them, and nobody beside twice as many', async () => {
  const places = new Places(2);
  const { signal } = new AbortController();
  const inside: string[] = [];
  const leave: Record<string, () => void> = {};
  const take = (name: string, who: number) => {
    void places.take(who, signal).then((release) => {
      inside.push(name);
      leave[name] = release;
    });
  };
  for (const name of ['ann 1', 'ann 2', 'ann 3']) take(name, 1);
  take('bob 1', 2);
  take('bob 2', 2);
  take('cid 1', 3);
  take('dan 1', 4);
  await breathe();
  expect(inside).toEqual(['ann 1', 'ann 2', 'bob 1', 'cid 1']);
  leave['cid 1']?.();
  await breathe();
  expect(inside.slice(4)).toEqual(['dan 1']);
  leave['ann 1']?.();
  leave['ann 1']?.();
  leave['dan 1']?.();
  await breathe();
  expect(inside.slice(5)).toEqual([]);
  leave['bob 1']?.();
  await breathe();
  expect(inside.slice(5)).toEqual(['ann 3', 'bob 2']);
});

test('who went away while waiting takes no place', async () => {
  const places = new Places(1);
  const release = await places.take(1, new AbortController().signal);
  const gone = new AbortController();
  const waiting = places.take(1, gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  release();
  (await places.take(1, new AbortController().signal))();
});
