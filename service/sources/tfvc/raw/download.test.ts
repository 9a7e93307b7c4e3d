import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Download } from './download.ts';
import { HeldBytes } from './held-bytes.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-download-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROOM = { free: () => Number.POSITIVE_INFINITY, refusal: (size: number) => new Error(`${size} bytes`) };

test('contents for which memory has no room beside the others go through files, and room comes back', () => {
  const memory = new HeldBytes(10);
  const expected = { md5: null, size: null };
  const [first, second] = ['first', 'second'].map((name) => new Download(join(folder, name), expected, memory, ROOM));
  if (first === undefined || second === undefined) throw new Error('two were made');
  first.write(Buffer.from('seven b'));
  second.write(Buffer.from('two'));
  second.write(Buffer.from(' and more'));
  expect(existsSync(join(folder, 'first'))).toBe(false);
  const held = first.finish();
  expect('bytes' in held && held.bytes.toString()).toBe('seven b');
  const written = second.finish();
  expect(written.md5).toEqual(createHash('md5').update('two and more').digest());
  expect('path' in written && readFileSync(written.path, 'utf8')).toBe('two and more');
  // The second gave its room back when it went to its file, the first when it is over.
  expect(memory.take(4)).toBe(false);
  first.discard();
  second.discard();
  first.discard();
  expect(memory.take(10)).toBe(true);
  expect(memory.take(1)).toBe(false);
  expect(existsSync(join(folder, 'second'))).toBe(false);
});

test('a content whose size nobody told ends where the disk has no room for as much again', () => {
  const piece = Buffer.alloc(1 << 20, 'x');
  const mebibytes = (count: number) => count << 20;
  const written = (size: number | null, count: number) => {
    let came = 0;
    const room = { ...ROOM, free: (of: string) => (of === folder ? mebibytes(100) - came : 0) };
    const download = new Download(join(folder, 'endless'), { md5: null, size }, new HeldBytes(1 << 26), room);
    try {
      for (; came < mebibytes(count); came += piece.length) download.write(piece);
    } finally {
      download.discard();
    }
  };
  expect(() => written(null, 200)).toThrow(`${mebibytes(64)} bytes`);
  // Of one that was told the disk itself says so.
  written(mebibytes(80), 80);
  written(null, 40);
  expect(existsSync(join(folder, 'endless'))).toBe(false);
});
