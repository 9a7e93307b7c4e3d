import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTextFile } from './text-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry utf8 '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('text that is not UTF-8 is not taken for text', async () => {
  const path = join(folder, 'authors.txt');
  const read = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return readTextFile(path);
  };
  const line = 'jose = José Muñoz <jose@example.org>\n';
  expect(await read(Buffer.from(line))).toBe(line);
  expect(await read(Buffer.from(`\ufeff${line}`))).toBe(line);
  expect(await read(Buffer.from(line, 'latin1'))).toBeNull();
  expect(await read(Buffer.from(`\ufeff${line}`, 'utf16le'))).toBe(line);
  expect(await read(Buffer.from(`\ufeff${line}`, 'utf16le').swap16())).toBe(line);
  // Cut in the middle of a letter.
  expect(await read(Buffer.from(`\ufeff${line}`, 'utf16le').subarray(0, 9))).toBeNull();
});
