import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ ipcMain: {} }));
// Files share modules with those before and after them in their process: not those that see this Electron.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { readChosen } = await import('./chosen-file.ts');

const folder = mkdtempSync(join(tmpdir(), 'gantry chosen '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a chosen file is read, or it is said why not and what to do', async () => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('map.txt'), 'anna = Anna <a@example.org>\n');
  writeFileSync(at('latin.txt'), Buffer.from([0x41, 0xe4]));
  mkdirSync(at('folder'));
  expect(await readChosen(at('map.txt'), 100, 'too large')).toBe('anna = Anna <a@example.org>\n');
  for (const [name, sentence] of [
    ['map.txt', 'This is too large.'],
    ['latin.txt', 'This file is not UTF-8'],
    ['gone.txt', 'gone.txt is not there any more. Choose another file.'],
    ['folder', 'folder cannot be read (EISDIR). Choose another file'],
  ] as const) {
    const most = name === 'map.txt' ? 5 : 1_000_000;
    await expect(readChosen(at(name), most, 'This is too large.'), name).rejects.toThrow(sentence);
  }
});
