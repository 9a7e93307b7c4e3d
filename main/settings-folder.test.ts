import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsFolderProblem } from './settings-folder.ts';

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
