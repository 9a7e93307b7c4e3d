import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readPacked, readPackedNow, removePacked, writePacked, writePackedNow } from './packed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-packed-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const long = Array.from({ length: 20_000 }, (_, i) => `refs/tags/größe-${i % 100}\n`);

it('gives back what was written, whole or in pieces, and takes less room', async () => {
  const path = join(folder, 'list.json');
  expect([await readPacked(path), readPackedNow(path)]).toEqual([null, null]);
  await writePacked(path, long);
  expect(readdirSync(folder)).toEqual(['list.json.gz']);
  expect(readFileSync(`${path}.gz`).length).toBeLessThan(Buffer.byteLength(long.join('')) / 10);
  expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(long.join(''));
  expect([await readPacked(path), readPackedNow(path)]).toEqual([long.join(''), long.join('')]);
  writePackedNow(path, '[]');
  expect(await readPacked(path)).toBe('[]');
  await writePacked(path, '');
  expect(readPackedNow(path)).toBe('');
  await removePacked(path);
  expect(readdirSync(folder)).toEqual([]);
});

it('reads what an earlier version wrote, and leaves one file', async () => {
  const path = join(folder, 'old.json');
  writeFileSync(path, '["old"]');
  expect([await readPacked(path), readPackedNow(path)]).toEqual(['["old"]', '["old"]']);
  await writePacked(path, '["new"]');
  expect([existsSync(path), readPackedNow(path)]).toEqual([false, '["new"]']);
});

it.each([
  ['cut off', (path: string) => truncateSync(path, 100)],
  ['of other bytes', (path: string) => writeFileSync(path, '{"half')],
  ['empty', (path: string) => truncateSync(path, 0)],
  [
    'changed',
    (path: string) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 0xff;
      writeFileSync(path, bytes);
    },
  ],
])('a file that is %s is damage, as JSON that cannot be read is', async (_, damage) => {
  const path = join(folder, 'damaged.json');
  await writePacked(path, long);
  damage(`${path}.gz`);
  await expect(readPacked(path)).rejects.toThrow(SyntaxError);
  expect(() => readPackedNow(path)).toThrow(SyntaxError);
});

it('what cannot be written whole leaves what was there', async () => {
  const path = join(folder, 'kept.json');
  await writePacked(path, 'before');
  const failing = (function* () {
    yield* long;
    throw new RangeError('no more');
  })();
  await expect(writePacked(path, failing)).rejects.toThrow('no more');
  expect(await readPacked(path)).toBe('before');
  expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.json.gz']);
});
