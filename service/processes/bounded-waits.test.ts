import { expect, test } from 'vitest';
import { nullAfter, unlessAborted } from './bounded-waits.ts';

const never = new Promise<string>(() => undefined);

test('what comes in time is given, what fails in time is thrown', async () => {
  const { signal } = new AbortController();
  expect(await nullAfter(60_000, Promise.resolve('text'))).toBe('text');
  expect(await unlessAborted(Promise.resolve('text'), signal)).toBe('text');
  await expect(nullAfter(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

test('what never comes is not waited for', async () => {
  expect(await nullAfter(1, never)).toBeNull();
  const stop = new AbortController();
  const waiting = unlessAborted(never, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(unlessAborted(Promise.resolve('text'), stop.signal)).rejects.toThrow('stopped');
});

test('what fails late disturbs nobody', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  expect(await nullAfter(1, promise)).toBeNull();
  reject(new Error('late'));
  await expect(promise).rejects.toThrow('late');
});
