/** Names of files, folders and people that are unusual, and still what they are. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg names '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('files whose names begin or end with spaces are as hg gives them out', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('behind ', '1');
  hg.write(' before', '2');
  hg.write('folder / x ', '3');
  hg.link(' link ', ' before');
  hg.commit('one');
  const { mapped, staging, context } = await importAll(hg.path, join(folder, 'import'));
  const checks = await mercurialSource.verify(hg.path, staging, mapped, context);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

it('folders of an import may be called as patterns and templates of hg are written', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', '1');
  hg.commit('one');
  for (const name of ['{node}', 'a^{}%h', '{"', '\\{rev}\\']) {
    const { fetched } = await importAll(hg.path, join(folder, name));
    expect(fetched.commit_count, name).toBe(1);
  }
});

it('a percent sign in file: that begins no byte stands for itself, as for hg', async () => {
  const hg = new HgWorkspace(join(folder, '50% a'));
  hg.write('a', '1');
  hg.commit('one');
  const address = `file://${hg.path.replaceAll(' ', '%20')}`;
  const { context } = await importAll(address, join(folder, 'import'));
  expect(await mercurialSource.probe(address, context)).toMatchObject({ kind: 'found', revision_count: 1 });
  expect(await mercurialSource.probe(`${address}%2F`, context)).toMatchObject({ kind: 'nothing' });
});

it('a bundle below a folder with a number sign arrives, and another one in its place is seen', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', '1');
  hg.commit('one');
  mkdirSync(join(folder, 'c# 100%41'));
  const bundle = join(folder, 'c# 100%41', 'all#of it.hg');
  hg.hg('bundle', '-q', '--all', bundle);
  const { fetched, context } = await importAll(bundle, join(folder, 'import'));
  expect(fetched.commit_count).toBe(1);
  expect(await mercurialSource.probe(bundle, context)).toMatchObject({ kind: 'found', revision_count: 1 });

  expect(await mercurialSource.isUnchanged(bundle, context)).toBe(true);
  // Another one, written before this was imported, is put in its place.
  const other = join(folder, 'other.hg');
  hg.write('a', '2');
  hg.commit('two');
  hg.hg('bundle', '-q', '--all', other);
  utimesSync(other, 1_000_000_000, 1_000_000_000);
  renameSync(other, bundle);
  expect(await mercurialSource.isUnchanged(bundle, context)).toBe(false);
});

it('a repository that is older than the folder "store" arrives, and what is new in it is seen', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  rmSync(join(hg.path, '.hg'), { recursive: true });
  hg.hg('init', '--config', 'format.usestore=False');
  hg.write('a', '1');
  hg.write('.b/C.d/aux', '1');
  hg.commit('one');
  const { fetched, context, mapped, staging } = await importAll(hg.path, join(folder, 'import'));
  expect(fetched.commit_count).toBe(1);
  const checks = await mercurialSource.verify(hg.path, staging, mapped, context);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(await mercurialSource.probe(hg.path, context)).toMatchObject({ kind: 'found', revision_count: 1 });
  expect(await mercurialSource.isUnchanged(hg.path, context)).toBe(true);
  hg.write('a', '2');
  hg.commit('two');
  expect(await mercurialSource.isUnchanged(hg.path, context)).toBe(false);
});

it('everybody who is told as an author is mapped', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  const users = ['Nicolà <n@x>', 'Пётр Р', 'a >b', 'a>b <c@d>', '" Q " <q@x>', '<>', '加'];
  for (const [index, user] of users.entries()) {
    hg.write('a', `${index}`);
    hg.commit(`by ${index}`, { user });
  }
  const { authors } = await importAll(hg.path, join(folder, 'plain'));
  const identities = new Map([...authors.keys()].map((key, n) => [key, { name: `New ${n}`, email: `${n}@new` }]));
  const { mapped } = await importAll(hg.path, join(folder, 'mapped'), identities);
  const emails = git(join(folder, 'mapped/rewritten.git'), 'log', '--format=%ae', mapped.refs[0]?.oid ?? '').split(
    '\n',
  );
  expect(emails.filter((email) => !email.endsWith('@new'))).toEqual([]);
  expect(emails).toHaveLength(users.length);
});

it('a branch that takes another name than its own, as another one has it, is told with the one that it has in the end', async () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  for (const branch of ['default', 'main', '@{', '~', 'plain']) {
    hg.hg('update', '-q', 'null');
    hg.hg('branch', '-q', '-f', branch);
    hg.write('a', branch);
    hg.commit(`on ${branch}`);
  }
  const { fetched, mapped, staging } = await importAll(hg.path, join(folder, 'import'));
  const renamed = fetched.findings.find(({ kind }) => kind === 'branch_renamed');
  expect(renamed).toMatchObject({ count: 3, examples: expect.arrayContaining(['main → main-2']) });
  for (const { name } of mapped.refs) {
    const branch = git(staging, 'log', '-1', '--format=%s', name).trim().replace('on ', '');
    const now = name.replace('refs/heads/', '');
    if (branch === 'default') expect(now).toBe('main');
    else if (branch === 'plain') expect(now).toBe('plain');
    else expect(renamed?.examples).toContain(`${branch} → ${now}`);
  }
});
