import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { growingFile } from './growing-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry growing '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what is written before, between and just before the end is read, in order', async () => {
  const path = join(folder, 'file');
  const { promise, resolve } = Promise.withResolvers<void>();
  const pieces = growingFile(path, promise);
  const first = pieces.next();
  writeFileSync(path, 'one ');
  expect((await first).value?.toString()).toBe('one ');
  appendFileSync(path, 'two ');
  expect((await pieces.next()).value?.toString()).toBe('two ');
  const last = pieces.next();
  appendFileSync(path, 'three');
  resolve();
  expect((await last).value?.toString()).toBe('three');
  expect((await pieces.next()).done).toBe(true);
});

test('a file that never comes is an empty one', async () => {
  expect((await growingFile(join(folder, 'none'), Promise.reject(new Error('stopped'))).next()).done).toBe(true);
});
