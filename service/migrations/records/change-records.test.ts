import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeRecords } from './change-records.ts';
import { openRecords } from './records-database.ts';

const HOST = 'https://host.example';
const FILE = 'attachments/7/picture.png';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry change '));
  mkdirSync(join(folder, 'attachments/7'), { recursive: true });
  writeFileSync(join(folder, FILE), 'x');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Records of repositories that all name the same attached file. @returns their ids */
function attachedTo(...names: string[]): number[] {
  const records = openRecords(join(folder, 'records.sqlite'));
  for (const [place, name] of names.entries()) {
    const issue = `${HOST}/acme/${name}/issues/1`;
    records.insert(
      'attachments',
      { type: 'attachment', url: `${issue}#a`, issue, asset_url: `tarball://root/${FILE}` },
      { root: HOST, file: 1, place },
    );
  }
  const ids = names.map((name) => records.repositoryId(`/acme/${name}`));
  records.close();
  return ids;
}

it('keeps a file that records of another repository name, until that one goes too', () => {
  const [widgets = 0, gadgets = 0] = attachedTo('widgets', 'gadgets');
  expect(changeRecords(folder, { kind: 'repositories', ids: [widgets] }).files).toBe(0);
  expect(existsSync(join(folder, FILE))).toBe(true);
  expect(changeRecords(folder, { kind: 'repositories', ids: [gadgets] }).files).toBe(1);
  expect(existsSync(join(folder, FILE))).toBe(false);
});

it('removes nothing where the records themselves were lost', () => {
  const [widgets = 0] = attachedTo('widgets');
  expect(changeRecords(folder, { kind: 'keep', ids: [widgets, 99] })).toEqual({ repositories: 0, files: 0, lost: 1 });
  rmSync(join(folder, 'records.sqlite'));
  expect(changeRecords(folder, { kind: 'keep', ids: [widgets] })).toEqual({ repositories: 0, files: 0, lost: 1 });
  expect(existsSync(join(folder, FILE))).toBe(true);
  expect(changeRecords(folder, { kind: 'keep', ids: [] }).files).toBe(1);
});
