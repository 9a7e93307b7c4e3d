/** A published repository holds what its refs reach and nothing else, whatever lies in staging. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, unpack } from '../../testing/migrations.ts';
import { holdsText, storedIds, unreachableIds } from '../../testing/reachable-objects.ts';
import { makeSvnSource, projectHistory, type Revision } from '../../testing/svn-sources.ts';

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry reachable '));
  engine = await startTestEngine(undefined, { largeFileBytes: 5000 });
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports into `acme/<name>` and expects a green report that counted all objects. */
async function importInto(name: string, start: object): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  const path = join(engine.folder, 'repositories/acme', `${name}.git`);
  await engine.api('PUT', `/repos/acme/${name}/import`, start);
  await complete(name);
  return path;
}

async function complete(name: string): Promise<void> {
  await engine.importIn(name, ['complete', 'error'], (body) => {
    if (body.status === 'error') throw new Error(body.message);
    return true;
  });
  const { body: report } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  const path = join(engine.folder, 'repositories/acme', `${name}.git`);
  expect(report.verified, JSON.stringify(report.checks.filter((check: { ok: boolean }) => !check.ok))).toBe(true);
  const count = String(storedIds(path).length);
  expect(report.checks).toContainEqual({
    subject: 'No unreachable object',
    what: 'objects that all refs reach (refs/deleted/* too), and objects in the packs and loose',
    expected: count,
    found: count,
    ok: true,
  });
  expect(unreachableIds(path)).toEqual([]);
  fsck(path);
}

/** Ten projects; each revision writes into one of them, and every file names its project. */
function tenProjects(): Revision[] {
  const author = 'sven';
  const revisions: Revision[] = [];
  for (let n = 0; n < 10; n++) {
    const folders = [`p${n}`, ...['trunk', 'branches', 'tags'].map((name) => `p${n}/${name}`)];
    revisions.push({ author, message: `make p${n}`, changes: folders.map((path) => ({ path })) });
  }
  for (let round = 0; round < 8; round++) {
    for (let n = 0; n < 10; n++) {
      const path = `p${n}/trunk/file${round}.txt`;
      revisions.push({
        author,
        message: `p${n} ${round}`,
        changes: [{ path, text: `project p${n}, file ${round}\n` }],
      });
    }
  }
  revisions.push({ author, message: 'release', changes: [{ path: 'p3/branches/stable', copyFrom: 'p3/trunk' }] });
  return revisions;
}

test('one Subversion project of ten: the neighbours are neither in the repository nor in its archive', async () => {
  const source = makeSvnSource(folder, 'ten', tenProjects());
  const path = await importInto('p3', { vcs_url: `file://${encodeURI(source)}/p3`, vcs: 'subversion' });
  expect(holdsText(path, 'project p3, file 7')).toBe(true);
  for (const text of ['project p4', 'project p2', 'p4/trunk']) expect(holdsText(path, text), text).toBe(false);
  const { migration } = await exportAll(engine, ['p3']);
  const unpacked = unpack(archiveOf(engine, migration), join(folder, 'archive'));
  const archived = join(unpacked, 'repositories/acme/p3.git');
  expect(unreachableIds(archived)).toEqual([]);
  expect(storedIds(archived)).toEqual(storedIds(path));

  // Another layout after it was complete: what only the old mapping reached goes.
  const before = storedIds(path);
  const [author] = (await engine.api('GET', '/repos/acme/p3/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/p3/import/authors/${author.id}`, { name: 'Sven', email: 's@example.org' });
  await engine.api('PATCH', '/repos/acme/p3/import', {});
  await complete('p3');
  expect(storedIds(path)).not.toEqual(before);
});

test('Subversion: a deleted branch is reached by its own ref, a tag that is a plain copy by its tag; the check says so', async () => {
  const source = makeSvnSource(folder, 'deleted', [
    ...projectHistory('', 3),
    { author: 'ann', message: 'branch', changes: [{ path: 'branches/gone', copyFrom: 'trunk' }] },
    { author: 'ann', message: 'on it', changes: [{ path: 'branches/gone/own.txt', text: 'only on the branch\n' }] },
    { author: 'ann', message: 'tag', changes: [{ path: 'tags/plain', copyFrom: 'trunk' }] },
  ]);
  const address = `file://${encodeURI(source)}`;
  execFileSync('svn', ['rm', '-q', '--username', 'ann', '-m', 'gone', `${address}/branches/gone`]);
  // The report's row counts them among the objects that refs reach.
  const path = await importInto('deleted', { vcs_url: address, vcs: 'subversion' });
  expect(git(path, ['cat-file', '-t', 'refs/tags/plain'])).toBe('tag');
  const refs = git(path, ['for-each-ref', '--format=%(refname)']).split('\n');
  const deleted = refs.filter((name) => name.startsWith('refs/deleted/heads/gone@r'));
  expect(deleted).toHaveLength(1);
  expect(git(path, ['show', `${deleted[0]}:own.txt`])).toBe('only on the branch');
  const { migration } = await exportAll(engine, ['deleted']);
  const archived = join(
    unpack(archiveOf(engine, migration), join(folder, 'deleted archive')),
    'repositories/acme/deleted.git',
  );
  expect(refsOf(archived)).toBe(refsOf(path));
  expect(unreachableIds(archived)).toEqual([]);
});

test('trunk, branches and tags: whole packs are linked, what lies above the branches is in others', async () => {
  const source = makeSvnSource(folder, 'lines', [
    ...projectHistory('', 12),
    { author: 'sven', message: 'a branch', changes: [{ path: 'branches/stable', copyFrom: 'trunk' }] },
    { author: 'sven', message: 'a tag', changes: [{ path: 'tags/v1', copyFrom: 'trunk' }] },
  ]);
  const vcs_url = `file://${source.replaceAll(' ', '%20')}`;
  const path = await importInto('lines', { vcs: 'subversion', vcs_url });
  const copied = () => {
    const packs = readdirSync(join(path, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    expect(packs.length).toBeGreaterThan(1);
    return packs.filter((name) => statSync(join(path, 'objects/pack', name)).nlink < 2);
  };
  expect(copied()).toEqual([]);
  // A revision that writes nothing but what lies above the branches.
  execFileSync('svn', ['copy', '-q', '-m', 'late', `${vcs_url}/trunk`, `${vcs_url}/branches/late`]);
  expect((await engine.api('POST', '/repos/acme/lines/import/updates')).status).toBe(202);
  await complete('lines');
  expect(copied()).toEqual([]);
  expect(git(path, ['rev-parse', 'late'])).not.toBe('');
  // Mapped anew, from what was fetched in two turns.
  await engine.api('PUT', '/repos/acme/lines/import/authors/map', 'sven = Sven <s@example.org>\n', {
    'content-type': 'text/plain',
  });
  await engine.api('PATCH', '/repos/acme/lines/import', {});
  await complete('lines');
  expect(copied()).toEqual([]);
});

test('lines that begin with files: no pack is written anew for an empty tree that no commit names', async () => {
  const source = makeSvnSource(folder, 'full', [
    { author: 'sven', message: 'all at once', changes: [{ path: 'trunk' }, { path: 'trunk/a.txt', text: 'a\n' }] },
    { author: 'sven', message: 'more', changes: [{ path: 'trunk/b.txt', text: 'b\n' }] },
  ]);
  const path = await importInto('full', { vcs: 'subversion', vcs_url: `file://${source.replaceAll(' ', '%20')}` });
  const packs = readdirSync(join(path, 'objects/pack')).filter((name) => name.endsWith('.pack'));
  expect(packs.length).toBeGreaterThan(1);
  expect(packs.filter((name) => statSync(join(path, 'objects/pack', name)).nlink < 2)).toEqual([]);
});

test('Git: unpublished refs, garbage of the source and rewritten commits stay behind', async () => {
  const source = makeGitSource(folder, 'pulls.git', historyStream(30));
  const secret = git(source, ['hash-object', '-w', '--stdin'], { input: 'words of a pull request\n' });
  const tree = git(source, ['mktree'], { input: `100644 blob ${secret}\tsecret.txt\n` });
  const env = { GIT_AUTHOR_NAME: 'P', GIT_AUTHOR_EMAIL: 'p@x', GIT_COMMITTER_NAME: 'P', GIT_COMMITTER_EMAIL: 'p@x' };
  const pull = git(source, ['commit-tree', tree, '-m', 'pull request'], { env });
  git(source, ['update-ref', 'refs/pull/1/head', pull]);
  git(source, ['hash-object', '-w', '--stdin'], { input: 'garbage of the source\n' });
  git(source, ['repack', '-adfq', '--keep-unreachable']);
  const path = await importInto('pulls', { vcs_url: source, vcs: 'git' });
  for (const text of ['pull request', 'garbage of the source']) expect(holdsText(path, text), text).toBe(false);

  const [author] = (await engine.api('GET', '/repos/acme/pulls/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/pulls/import/authors/${author.id}`, { name: 'Zoe', email: 'zoe@example.org' });
  await engine.api('PATCH', '/repos/acme/pulls/import', {});
  await complete('pulls');
  expect(holdsText(path, 'Ann Example')).toBe(false);

  await engine.api('PATCH', '/repos/acme/pulls/import', { include_hidden_refs: true });
  await engine.api('PATCH', '/repos/acme/pulls/import', {});
  await complete('pulls');
  expect(holdsText(path, 'words of a pull request')).toBe(true);
});

test('large files that became pointers, or were left out, are not in the repository', async () => {
  const large = `large ${'x'.repeat(9000)}\n`;
  const stream = historyStream(
    3,
    undefined,
    `commit refs/heads/main\ncommitter Ann <a@x> 1600000000 +0000\ndata 4\nbig\nfrom :3\nM 100644 inline big.bin\ndata ${large.length}\n${large}\n`,
  );
  const source = makeGitSource(folder, 'large.git', stream);
  const path = await importInto('large', { vcs_url: source, vcs: 'git' });
  expect(holdsText(path, large.slice(0, 50))).toBe(true);
  for (const use_lfs of ['opt_in', 'opt_out']) {
    await engine.api('PATCH', '/repos/acme/large/import/lfs', { use_lfs });
    await complete('large');
    expect(holdsText(path, large.slice(0, 50)), use_lfs).toBe(false);
  }
});

test('Mercurial with mapped authors', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (let n = 0; n < 5; n++) {
    hg.write(`file${n}.txt`, `text ${n}\n`);
    hg.commit(`change ${n}`);
  }
  await importInto('hg', { vcs_url: hg.path, vcs: 'mercurial' });
  const [author] = (await engine.api('GET', '/repos/acme/hg/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/hg/import/authors/${author.id}`, { name: 'Zoe', email: 'zoe@example.org' });
  await engine.api('PATCH', '/repos/acme/hg/import', {});
  await complete('hg');
});
