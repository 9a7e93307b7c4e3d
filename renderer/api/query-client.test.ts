import { MutationObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient, shownInPlace } from './query-client.ts';

it('tells what fails, unless it is shown where it was tried', async () => {
  const told: unknown[] = [];
  const queries = createQueryClient((error) => told.push(error));
  const failure = new Error('The disk is full.');
  const fail = async () => Promise.reject(failure);
  await expect(new MutationObserver(queries, { mutationFn: fail, meta: shownInPlace }).mutate()).rejects.toBe(failure);
  expect(told).toEqual([]);
  await expect(new MutationObserver(queries, { mutationFn: fail }).mutate()).rejects.toBe(failure);
  expect(told).toEqual([failure]);
});

it('tells what fails when nothing shows it any more, as in a dialog that was closed meanwhile', async () => {
  const told: unknown[] = [];
  const queries = createQueryClient((error) => told.push(error));
  const failure = new Error('The disk is full.');
  const { promise, reject } = Promise.withResolvers<never>();
  const dialog = new MutationObserver(queries, { mutationFn: () => promise, meta: shownInPlace });
  const close = dialog.subscribe(() => undefined);
  const saved = dialog.mutate();
  close();
  reject(failure);
  await expect(saved).rejects.toBe(failure);
  expect(told).toEqual([failure]);
});
