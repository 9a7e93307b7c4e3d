/** What an old number became, through the API. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry revisions '));
  engine = await startTestEngine(undefined, { largeFileBytes: 1 << 20 });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(name: string, body: object): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, body);
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  return join(engine.folder, 'repositories/acme', `${name}.git`);
}

async function find(name: string, text: string): Promise<RevisionRow[]> {
  const { status, body } = await engine.api(
    'GET',
    `/repos/acme/${name}/import/revisions?q=${encodeURIComponent(text)}`,
  );
  expect(status).toBe(200);
  expect(body.total_count).toBe(body.revisions.length);
  return body.revisions;
}

test('a Subversion revision, also after authors were mapped', async () => {
  const source = makeSvnSource(sources, 'svn', [
    ...projectHistory('', 6, ['sven', 'olga']),
    { author: 'olga', message: 'large', changes: [{ path: 'trunk/large.bin', text: 'x'.repeat(6000) }] },
    { author: 'sven', message: 'after it', changes: [{ path: 'trunk/more', text: 'm' }] },
  ]);
  const path = await imported('svn', { vcs_url: source });
  const check = async (revision: string, subject: string) => {
    const [row, ...more] = await find('svn', revision);
    expect(more).toEqual([]);
    expect(git(path, ['log', '-1', '--format=%s|%an <%ae>', row?.commit ?? ''])).toBe(`${subject}|${row?.author}`);
    expect(git(path, ['branch', '--contains', row?.commit ?? ''])).not.toBe('');
  };
  await check('r4', 'change 2');
  await check('9', 'large');
  const before = await find('svn', 'r10');
  const authors = (await engine.api('GET', '/repos/acme/svn/import/authors')).body;
  for (const { id } of authors) {
    await engine.api('PATCH', `/repos/acme/svn/import/authors/${id}`, { name: `N${id}`, email: `n${id}@example.org` });
  }
  await engine.api('PATCH', '/repos/acme/svn/import', {});
  await engine.importIn('svn', ['complete', 'error']);
  await check('9', 'large');
  await check('r10', 'after it');
  expect(await find('svn', 'r10')).not.toEqual(before);
  expect((await find('svn', 'branches/one')).map(({ revision }) => revision)).toEqual(['r8']);
  expect(await find('svn', 'r4711')).toEqual([]);
});

test('revisions of somebody, and on a branch, whose name has what other programs take for the end of a line', async () => {
  const source = makeSvnSource(sources, 'ends', [
    ...projectHistory('', 2),
    { author: 'a\u2028b', message: 'odd author', changes: [{ path: 'trunk/x', text: 'x' }] },
    { author: 'sven', message: 'odd branch', changes: [{ path: 'branches/c\u2029d', copyFrom: 'trunk' }] },
    { author: 'sven', message: 'on it', changes: [{ path: 'branches/c\u2029d/y', text: 'y' }] },
  ]);
  await imported('ends', { vcs_url: source });
  const all = await find('ends', '');
  const [by, , on] = all.slice(-3);
  expect(by).toMatchObject({ author: expect.stringMatching(/^a\u2028b </), path: 'trunk' });
  expect(on).toMatchObject({ path: 'branches/c\u2029d' });
  expect(await find('ends', by?.revision ?? '')).toEqual([by]);
  expect(await find('ends', on?.revision ?? '')).toEqual([on]);
});

test('a commit of a rewritten Git source; one that kept its id needs no list', async () => {
  const ANN = 'Ann <ann@example.org>';
  const text = 'x'.repeat((1 << 20) + 1);
  const large = `commit refs/heads/main
committer ${ANN} 1700000000 +0000
data 5
large
M 100644 inline large.bin
data ${text.length}
${text}
`;
  const source = makeGitSource(sources, 'project.git', historyStream(9, [ANN, 'Bob <bob@example.org>'], large));
  const old = git(source, ['rev-parse', 'main~3']);
  await imported('plain', { vcs_url: source });
  expect((await engine.api('GET', `/repos/acme/plain/import/revisions?q=${old}`)).status).toBe(404);

  await engine.api('POST', '/orgs/acme/repos', { name: 'mapped' });
  await engine.api('PUT', '/repos/acme/mapped/import', { vcs_url: source, hold_before_push: true });
  await engine.importIn('mapped', ['mapping'], (now) => now.waiting_for_release);
  const [author] = (await engine.api('GET', '/repos/acme/mapped/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/mapped/import/authors/${author.id}`, {
    name: 'Ann Lee',
    email: 'lee@example.org',
  });
  await engine.api('PATCH', '/repos/acme/mapped/import', { hold_before_push: false });
  await engine.importIn('mapped', ['complete']);
  const path = join(engine.folder, 'repositories/acme/mapped.git');
  const [row] = await find('mapped', old.slice(0, 8));
  expect(row?.revision).toBe(old);
  expect(row?.commit).not.toBe(old);
  expect(row?.commit).toBe(git(path, ['rev-parse', 'main~3']));
  const tip = git(source, ['rev-parse', 'main']);
  const [mapped] = await find('mapped', tip);
  await engine.api('PATCH', '/repos/acme/mapped/import/lfs', { use_lfs: 'opt_in' });
  await engine.importIn('mapped', ['complete', 'error']);
  const [converted] = await find('mapped', tip);
  expect(converted?.commit).not.toBe(mapped?.commit);
  expect(converted?.commit).toBe(git(path, ['rev-parse', 'main']));
});

test('a Mercurial changeset', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  hg.commit('one');
  hg.write('a', '2');
  const second = hg.commit('two');
  const path = await imported('hg', { vcs_url: hg.path });
  const [row] = await find('hg', second.slice(0, 12));
  expect(row?.revision).toBe(`1:${second}`);
  expect(await find('hg', '1')).toEqual([row]);
  expect(git(path, ['log', '-1', '--format=%s', row?.commit ?? ''])).toBe('two');

  // After authors were mapped it is another commit, of somebody else.
  const [author] = (await engine.api('GET', '/repos/acme/hg/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/hg/import/authors/${author.id}`, { name: 'Zoë', email: 'zoe@example.org' });
  await engine.api('PATCH', '/repos/acme/hg/import', {});
  await engine.importIn('hg', ['complete', 'error'], ({ finished_at }) => finished_at !== null);
  const [mapped] = await find('hg', second.slice(0, 12));
  expect(mapped).toEqual({ ...row, commit: expect.any(String), author: 'Zoë <zoe@example.org>' });
  expect(git(path, ['log', '-1', '--format=%an <%ae>', mapped?.commit ?? ''])).toBe(mapped?.author);
});
