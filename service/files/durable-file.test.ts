import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDurably, writePieces } from './durable-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry durable '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const texts = Array.from({ length: 20 }, (_, n) => `${n} `.repeat(100_000 - 4000 * n));
const pieces = (text: string) => text.match(/.{1,10000}/g) ?? [];

test.each([
  ['writeDurably', (path: string, text: string) => writeDurably(path, text)],
  ['writePieces', (path: string, text: string) => writePieces(path, pieces(text))],
])(
  '%s: of many who write a file at once each ends, it is whole at any time, and what was asked for last is in it',
  async (_, write) => {
    const path = join(folder, 'file');
    const writing = texts.map(async (text) => {
      await write(path, text);
      expect(texts.includes(readFileSync(path, 'utf8'))).toBe(true);
    });
    await Promise.all(writing);
    expect(readFileSync(path, 'utf8') === texts.at(-1)).toBe(true);
    expect(readdirSync(folder)).toEqual(['file']);
  },
);

test('one that cannot be written holds nobody up', async () => {
  const path = join(folder, 'file');
  const failing = writePieces(
    path,
    (function* () {
      yield 'a';
      throw new Error('no more');
    })(),
  );
  const after = writePieces(path, ['b']);
  await expect(failing).rejects.toThrow('no more');
  await after;
  expect(readFileSync(path, 'utf8')).toBe('b');
});
