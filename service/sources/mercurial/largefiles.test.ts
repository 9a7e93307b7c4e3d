/** Repositories of the largefiles extension: contents arrive as files, missing ones are counted and red. */

import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { filesOf, git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { checksOf, type Imported, importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
let hg: HgWorkspace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg '));
  hg = new HgWorkspace(join(folder, 'source'));
  const large = (...args: string[]) =>
    hg.hg('--config', 'extensions.largefiles=', '--config', `largefiles.usercache=${join(folder, 'cache')}`, ...args);
  const commit = (message: string) => large('commit', '-q', '-m', message, '-u', 'Ann <ann@x>', '-d', '1300000000 0');
  hg.write('small', 's\n');
  hg.write('big.bin', 'first\n');
  hg.write('deep/er/tool', '#!/bin/sh\n');
  chmodSync(join(hg.path, 'deep/er/tool'), 0o755);
  large('add', '-q', '--large', 'big.bin', 'deep/er/tool');
  large('add', '-q', 'small');
  commit('one');
  hg.write('big.bin', 'second\n');
  commit('two');
  large('remove', '-q', 'deep/er/tool');
  large('rename', '-q', 'big.bin', 'moved.bin');
  commit('three');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function expectContents({ staging, fetched }: Imported): void {
  expect([...filesOf(staging, 'main~1').keys()].sort()).toEqual(['big.bin', 'deep/er/tool', 'small']);
  expect([...filesOf(staging, 'main').keys()].sort()).toEqual(['moved.bin', 'small']);
  expect(git(staging, 'show', 'main~2:big.bin')).toBe('first');
  expect(git(staging, 'show', 'main:moved.bin')).toBe('second');
  expect(git(staging, 'ls-tree', 'main~1', 'deep/er/tool')).toMatch(/^100755 /);
  expect(git(staging, 'fsck', '--full', '--strict')).toBe('');
  // All of them are offered to Git LFS, whatever their size.
  expect(fetched.large_files.map(({ path, size }) => [path, size])).toEqual([
    ['big.bin', 6],
    ['big.bin', 7],
    ['deep/er/tool', 10],
  ]);
}

it('a folder’s contents arrive in every changeset, and hg’s own archive is the same', async () => {
  const { context } = await importAll(hg.path, join(folder, 'first'));
  expect(await mercurialSource.probe(hg.path, context)).toMatchObject({ kind: 'found', revision_count: 3 });
  const imported = await importAll(hg.path, join(folder, 'import'));
  expectContents(imported);
  const checks = await checksOf(hg.path, imported);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ subject, what }) => [subject, inEnglish(what)])).toContainEqual([
    'refs/heads/main',
    'names, modes and contents of all files',
  ]);
});

it('contents that are nowhere are counted and red', async () => {
  const store = join(hg.path, '.hg/largefiles');
  const [gone = ''] = readdirSync(store).filter((name) => /^[\da-f]{40}$/.test(name));
  rmSync(join(store, gone));
  const imported = await importAll(hg.path, join(folder, 'import'));
  expect(imported.fetched.findings).toContainEqual(
    expect.objectContaining({ kind: 'largefiles_missing', severity: 'warning', count: 1 }),
  );
  const red = (await checksOf(hg.path, imported)).filter(({ ok }) => !ok);
  expect(red).toMatchObject([{ subject: { text: 'Mercurial’s largefiles' }, expected: '3', found: '2' }]);
});

it('stand-ins of a repository that does not use the extension are the files that hg takes them for', async () => {
  const without = join(folder, 'converted');
  // As `hg convert` makes it, which knows nothing of the extension.
  cpSync(hg.path, without, { recursive: true });
  rmSync(join(without, '.hg/largefiles'), { recursive: true });
  for (const name of ['.hg/requires', '.hg/store/requires']) {
    const file = join(without, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('largefiles\n', ''));
  }
  const imported = await importAll(without, join(folder, 'import'));
  expect([...filesOf(imported.staging, 'main').keys()].sort()).toEqual(['.hglf/moved.bin', 'small']);
  expect(imported.fetched.findings.map(({ kind }) => kind)).toContain('stand_ins');
  expect((await checksOf(without, imported)).filter(({ ok }) => !ok)).toEqual([]);
  const compared = await mercurialSource.compare?.(without, imported.context);
  expect(compared).toMatchObject({ compared: 3, differing: { count: 0 } });

  // Where contents lie beside the history they are what was meant.
  cpSync(join(hg.path, '.hg/largefiles'), join(without, '.hg/largefiles'), { recursive: true });
  expectContents(await importAll(without, join(folder, 'again')));
});

it('a server’s contents come along', async () => {
  const { url, stop } = await serveHg(hg.path);
  try {
    expectContents(await importAll(url, join(folder, 'import')));
  } finally {
    stop();
  }
});
