import { expect, test } from 'vitest';
import { Turns } from './turns.ts';
import { Visits } from './visits.ts';

const never = new AbortController().signal;

test('an operation interrupts a visit and waits for its end; other operations have their turns meanwhile', async () => {
  const turns = new Turns();
  const visits = new Visits(turns);
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const visit = visits.visit(
    1,
    never,
    () => true,
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          order.push('interrupted');
          reject(signal.reason);
        });
        begun.resolve();
      }),
  );
  await begun.promise;
  expect(visits.isOpen(1)).toBe(true);
  await turns.take(1, async () => {
    await visits.dismiss(1);
    order.push('operation');
  });
  expect(await visit).toBe(false);
  expect(order).toEqual(['interrupted', 'operation']);
  expect(visits.isOpen(1)).toBe(false);
});

test('a visit that cannot begin does nothing; one that fails says why', async () => {
  const visits = new Visits(new Turns());
  const fail = () => Promise.reject(new Error('a full disk'));
  expect(await visits.visit(1, never, () => false, fail)).toBe(false);
  await expect(visits.visit(1, never, () => true, fail)).rejects.toThrow('a full disk');
  expect(
    await visits.visit(
      1,
      never,
      () => true,
      async () => undefined,
    ),
  ).toBe(true);
  await visits.dismiss(1);
});
