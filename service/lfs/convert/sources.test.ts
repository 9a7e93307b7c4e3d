/** Large files of every source, and of a repository that is brought up to date. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { makeSvnSource } from '../../testing/svn-sources.ts';
import { readPointer } from './lfs-objects.ts';

/** Subversion's reader looks at the sizes of files from 32 MB on. */
const LIMIT = 33 << 20;

let engine: TestEngine;
let sources: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry large sources '));
  engine = await startTestEngine(undefined, { largeFileBytes: LIMIT });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function importWith(name: string, vcs: string, vcs_url: string, use_lfs: string): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs, vcs_url });
  await engine.api('PATCH', `/repos/acme/${name}/import/lfs`, { use_lfs });
  return await finished(name);
}

async function finished(name: string): Promise<string> {
  const done = await engine.importIn(name, ['complete', 'error']);
  expect(done).toMatchObject({ status: 'complete', has_large_files: true });
  const report = (await engine.api('GET', `/repos/acme/${name}/import/report`)).body;
  expect(report.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
  const path = join(engine.folder, 'repositories/acme', `${name}.git`);
  git(path, ['fsck']);
  return path;
}

/** The size of the content behind a pointer. */
function sizeBehind(path: string, file: string): number {
  const pointer = readPointer(`${git(path, ['cat-file', 'blob', file])}\n`);
  if (pointer === null) throw new Error(`${file} is no pointer`);
  const { oid, size } = pointer;
  expect(statSync(join(path, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid)).size).toBe(size);
  return size;
}

test('Subversion: the same file on trunk and on a branch, and left out of both', async () => {
  const text = 'large file\n'.repeat(4 << 20);
  const source = makeSvnSource(sources, 'svn', [
    { author: 'ann', message: 'layout', changes: [{ path: 'trunk' }, { path: 'branches' }] },
    { author: 'ann', message: 'small', changes: [{ path: 'trunk/a.txt', text: 'a' }] },
    { author: 'bob', message: 'large', changes: [{ path: 'trunk/data' }, { path: 'trunk/data/big.txt', text }] },
    { author: 'bob', message: 'branch', changes: [{ path: 'branches/b', copyFrom: 'trunk' }] },
  ]);
  const url = `file://${encodeURI(source)}`;
  const path = await importWith('svn', 'subversion', url, 'opt_in');
  for (const ref of ['main', 'b']) expect(sizeBehind(path, `${ref}:data/big.txt`)).toBe(text.length);
  await engine.api('PATCH', '/repos/acme/svn/import/lfs', { use_lfs: 'opt_out' });
  await finished('svn');
  expect(git(path, ['ls-tree', '-r', '--name-only', 'b'])).toBe('a.txt');
  expect(existsSync(join(path, 'lfs'))).toBe(false);
});

test('Mercurial: a file over 100 MB', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a.txt', 'a');
  hg.commit('small');
  hg.write('big.bin', Buffer.alloc(101 << 20));
  hg.commit('large');
  const path = await importWith('hg', 'mercurial', hg.path, 'opt_in');
  expect(sizeBehind(path, 'main:big.bin')).toBe(101 << 20);
});

test('Git brought up to date: what came before keeps its ids, what is new is converted as chosen', async () => {
  const work = join(sources, 'work');
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@x'];
  const commit = (name: string, bytes: number, fill: string) => {
    writeFileSync(join(work, name), Buffer.alloc(bytes, fill));
    git(work, ['add', '.']);
    git(work, [...identity, 'commit', '--quiet', '-m', name]);
  };
  git(sources, ['init', '--quiet', '--initial-branch=main', work]);
  commit('one.bin', LIMIT + 1, 'x');
  const path = await importWith('git', 'git', work, 'opt_in');
  const before = git(path, ['rev-parse', 'main']);
  commit('two.bin', LIMIT + 2, 'y');
  expect((await engine.api('POST', '/repos/acme/git/import/updates')).status).toBe(202);
  await finished('git');
  expect(git(path, ['rev-parse', 'main^'])).toBe(before);
  expect(sizeBehind(path, 'main:one.bin')).toBe(LIMIT + 1);
  expect(sizeBehind(path, 'main:two.bin')).toBe(LIMIT + 2);
});
