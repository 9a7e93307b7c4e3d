/** Messages that name old ids, through the API: what would be, what is, and that nothing else differs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { makeSvnSource, type Revision } from '../../testing/svn-sources.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry messages '));
  engine = await startTestEngine(undefined, { largeFileBytes: 1 << 20 });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function settled(name: string): Promise<string> {
  const end = await engine.importIn(name, ['complete', 'error']);
  expect(end.status, `${end.message} ${engine.logLines.slice(-3)}`).toBe('complete');
  const { body } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  expect(body.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const path = join(engine.folder, 'repositories/acme', `${name}.git`);
  git(path, ['fsck', '--strict']);
  return path;
}

async function imported(name: string, body: object): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, body);
  return settled(name);
}

async function changed(name: string, body: object): Promise<string> {
  expect((await engine.api('PATCH', `/repos/acme/${name}/import`, body)).status).toBe(200);
  return settled(name);
}

const preview = async (name: string, query = '') =>
  (await engine.api('GET', `/repos/acme/${name}/import/messages${query}`)).body;
const commitOf = async (name: string, revision: string): Promise<string> =>
  (await engine.api('GET', `/repos/acme/${name}/import/revisions?q=${revision}`)).body.revisions[0].commit;
const messageOf = (path: string, id: string) => git(path, ['log', '-1', '--format=%B', id]).trim();

/** r1 layout, r2 and r3 trunk, r4 both lines, then messages that name them. */
const HISTORY: Revision[] = [
  { author: 'ann', message: 'layout', changes: ['trunk', 'branches', 'tags'].map((path) => ({ path })) },
  { author: 'ann', message: 'two, before r5', changes: [{ path: 'trunk/a', text: '2' }] },
  { author: 'ann', message: 'branch', changes: [{ path: 'branches/b', copyFrom: 'trunk' }] },
  {
    author: 'bob',
    message: 'both',
    changes: [
      { path: 'trunk/b', text: 'b' },
      { path: 'branches/b/b', text: 'b' },
    ],
  },
  { author: 'bob', message: 'Undo r2, not r4 nor r99; see r5', changes: [{ path: 'trunk/c', text: '5' }] },
  { author: 'bob', message: 'Merge r2:5 – grüße', changes: [{ path: 'branches/b/c', text: '5' }] },
];

test('Subversion: shown first, then written; with notes, large files, an update and authors; taken back', async () => {
  const source = makeSvnSource(sources, 'svn', HISTORY);
  const path = await imported('svn', { vcs_url: source, write_notes: true });
  const plain = git(path, ['rev-parse', 'main']);
  const seen = await preview('svn');
  expect(seen).toMatchObject({ changed: 2, rewritten: 3, ambiguous: 1, unknown: 1, later: 2, total_count: 3 });
  expect(seen.items[0]).toMatchObject({ before: 'two, before r5', left: [{ text: 'r5', reason: 'later' }] });
  expect(seen.items[1].left).toEqual([
    { text: 'r4', reason: 'ambiguous' },
    { text: 'r99', reason: 'unknown' },
    { text: 'r5', reason: 'later' },
  ]);
  expect((await preview('svn', '?per_page=1&page=3')).items).toEqual([seen.items[2]]);
  expect(git(path, ['rev-parse', 'main'])).toBe(plain);

  await changed('svn', { rewrite_messages: true });
  const [two, five] = [await commitOf('svn', 'r2'), await commitOf('svn', 'r5')];
  const said = `Undo ${two.slice(0, 12)}, not r4 nor r99; see r5`;
  expect(messageOf(path, five)).toBe(said);
  // What was shown is what came.
  expect(seen.items[1].after.trim()).toBe(said);
  expect(messageOf(path, 'b')).toBe(`Merge ${two.slice(0, 12)}:${five.slice(0, 12)} – grüße`);
  expect(git(path, ['notes', '--ref', 'refs/notes/gantry', 'show', five])).toContain('Revision: r5');
  const { body: report } = await engine.api('GET', '/repos/acme/svn/import/report');
  expect(report.findings).toContainEqual(expect.objectContaining({ kind: 'messages_rewritten', count: 2 }));
  expect(report.findings).toContainEqual(expect.objectContaining({ kind: 'messages_left', count: 4 }));
  expect(await preview('svn')).toEqual(seen);

  execFileSync('svn', ['mkdir', '-q', '-m', 'after r5', `file://${source}/trunk/more`]);
  execFileSync('svn', ['mkdir', '-q', '-m', 'like r5', `file://${source}/branches/b/more`]);
  const [author] = (await engine.api('GET', '/repos/acme/svn/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/svn/import/authors/${author.id}`, { name: 'Ann', email: 'a@example.org' });
  expect((await engine.api('POST', '/repos/acme/svn/import/updates')).status).toBe(202);
  await settled('svn');
  const now = await commitOf('svn', 'r5');
  expect(now).not.toBe(five);
  expect(messageOf(path, now)).toContain(`Undo ${(await commitOf('svn', 'r2')).slice(0, 12)},`);

  await changed('svn', { rewrite_messages: false });
  expect(messageOf(path, await commitOf('svn', 'r5'))).toBe('Undo r2, not r4 nor r99; see r5');
});

test('Git: a revert names the commit that was reverted, after large files; tags too', async () => {
  const source = join(sources, 'git');
  git(sources, ['init', '-q', '-b', 'main', source]);
  const run = (...args: string[]) => git(source, ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args]);
  execFileSync('sh', ['-c', 'head -c 1200000 /dev/zero > large; echo 1 > a'], { cwd: source });
  run('add', '.');
  run('commit', '-q', '-m', 'large');
  execFileSync('sh', ['-c', 'echo 2 > a'], { cwd: source });
  run('commit', '-q', '-a', '-m', 'second');
  const old = run('rev-parse', 'HEAD');
  run('revert', '--no-edit', 'HEAD');
  run('tag', '-a', '-m', `since commit ${old.slice(0, 8)}`, 'v1');
  const path = await imported('git', { vcs_url: source, rewrite_messages: true });
  expect(git(path, ['rev-parse', 'main'])).toBe(run('rev-parse', 'main'));
  expect(await preview('git')).toMatchObject({ messages: 0, items: [] });

  await engine.api('PATCH', '/repos/acme/git/import/lfs', { use_lfs: 'opt_in' });
  await settled('git');
  const second = await commitOf('git', old);
  expect(second).not.toBe(old);
  expect(git(path, ['rev-parse', 'main~1'])).toBe(second);
  expect(messageOf(path, 'main')).toContain(`This reverts commit ${second}.`);
  expect(git(path, ['cat-file', 'tag', 'v1'])).toContain(`since commit ${second.slice(0, 12)}`);
  expect(git(path, ['show', 'main:large'])).toContain('git-lfs');
});

test('Mercurial: a changeset that was backed out', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  const first = hg.commit('one');
  hg.write('a', '2');
  hg.commit(`Backed out changeset ${first.slice(0, 6)}, not 0:${'f'.repeat(12)}`);
  const path = await imported('hg', { vcs_url: hg.path, rewrite_messages: true });
  const one = git(path, ['rev-parse', 'HEAD~1']);
  expect(messageOf(path, 'HEAD')).toBe(`Backed out changeset ${one.slice(0, 12)}, not 0:${'f'.repeat(12)}`);
});
