import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ ipcMain: {} }));
// Files share modules with those before and after them in their process: not those that see this Electron.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { saveFile } = await import('./save-file.ts');

const folder = mkdtempSync(join(tmpdir(), 'gantry saved '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file is written whole, or the one before stays', async () => {
  const path = join(folder, 'authors.txt');
  await saveFile(path, 'anna = Anna <anna@example.org>\n');
  async function* cutOff() {
    yield 'half';
    throw new Error('The archive is damaged.');
  }
  await expect(saveFile(path, cutOff())).rejects.toThrow('The archive is damaged.');
  expect(readFileSync(path, 'utf8')).toBe('anna = Anna <anna@example.org>\n');
  expect(readdirSync(folder)).toEqual(['authors.txt']);
});

test('a place that cannot be written to is told, with what to do', async () => {
  mkdirSync(join(folder, 'taken.txt'));
  writeFileSync(join(folder, 'file'), '');
  for (const [name, sentence] of [
    [join('nowhere', 'a.txt'), 'is not there any more. Choose another one.'],
    [join('file', 'a.txt'), 'is not there any more. Choose another one.'],
    ['taken.txt', 'is a folder. Choose another name.'],
    ['a'.repeat(300), '(ENAMETOOLONG). Choose another folder'],
  ] as const) {
    await expect(saveFile(join(folder, name), 'text')).rejects.toThrow(sentence);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
