import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOpenElsewhere, settingsFolderProblem } from './settings-folder.ts';

it('says why nothing can be written in a settings folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry settings '));
  expect(settingsFolderProblem(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  const missing = join(folder, 'missing');
  expect(settingsFolderProblem(missing)).toContain(`Nothing can be written in the settings folder ${missing} (ENOENT)`);
  writeFileSync(missing, '');
  expect(settingsFolderProblem(missing)).toContain('(ENOTDIR)');
  rmSync(folder, { recursive: true });
});

it('knows whether another process has the settings open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry settings '));
  expect(isOpenElsewhere(folder)).toBe(false);
  const note = join(folder, 'SingletonLock');
  symlinkSync(`a-host-${process.pid}`, note);
  expect(isOpenElsewhere(folder)).toBe(true);
  rmSync(note);
  // More than any system has.
  symlinkSync(`a-host-${2 ** 30}`, note);
  expect(isOpenElsewhere(folder)).toBe(false);
  rmSync(folder, { recursive: true });
});
