import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gantry settings '));
const asked = vi.fn(async (_box: { message: string; detail: string }) => ({ response: 0 }));
vi.mock('electron', () => ({ app: { getPath: () => folder }, dialog: { showMessageBox: asked } }));
// Files share modules with those before and after them in their process: not those that see this Electron.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
  rmSync(folder, { recursive: true, force: true });
});
const { rememberedPreferences, rememberPreferences } = await import('./preferences-file.ts');
const { log } = await import('./log.ts');

it('counts what cannot be written until the app ends, says so once, and writes it with the next change', () => {
  log.transports.file.level = false;
  log.transports.console.level = false;
  const file = join(folder, 'window.json');
  const inTheWay = `${file}.part`;
  mkdirSync(inTheWay);
  // A window that is closed says nothing.
  rememberPreferences({ maximized: true });
  expect(asked).not.toHaveBeenCalled();
  rememberPreferences({ leftClosed: true });
  rememberPreferences({ language: 'de' });
  expect(rememberedPreferences()).toMatchObject({ maximized: true, leftClosed: true, language: 'de' });
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.calls[0]?.[0].detail).toContain(`${file} could not be written (EISDIR)`);

  rmdirSync(inTheWay);
  rememberPreferences({ maximized: false });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ maximized: false, leftClosed: true, language: 'de' });
});
