/** Notes with revisions of the source, through the API: written when they are asked for, right after every new mapping. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import { NOTES_REF } from './notes-ref.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry notes '));
  engine = await startTestEngine(undefined, { largeFileBytes: 1 << 20 });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

const pathOf = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);

async function settled(name: string): Promise<string> {
  const end = await engine.importIn(name, ['complete', 'error']);
  expect(end.status, `${end.message} ${engine.logLines.slice(-3)}`).toBe('complete');
  const { body } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  expect(body.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  return pathOf(name);
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

/** The note of each commit of `--all` branches and tags, by subject; every commit has one. */
function notesOf(path: string): Record<string, string> {
  const commits = git(path, ['rev-list', '--branches', '--tags']).split('\n');
  return Object.fromEntries(
    commits.map((id) => [
      git(path, ['log', '-1', '--format=%s', id]),
      git(path, ['notes', '--ref', NOTES_REF, 'show', id]),
    ]),
  );
}

test('Subversion: kept right through authors, layout and updates, and taken away again', async () => {
  const source = makeSvnSource(sources, 'svn', projectHistory('', 5, ['sven', 'olga']));
  const path = await imported('svn', { vcs_url: source, write_notes: true });
  expect(notesOf(path)['change 2']).toBe('Source: subversion\nRevision: r4\nPath: /trunk');
  const first = git(path, ['rev-parse', NOTES_REF]);
  git(path, ['fsck', '--strict']);

  const [author] = (await engine.api('GET', '/repos/acme/svn/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/svn/import/authors/${author.id}`, { name: 'Sven', email: 's@example.org' });
  await changed('svn', {});
  expect(notesOf(path)['change 2']).toBe('Source: subversion\nRevision: r4\nPath: /trunk');
  // What was pushed before can be pushed again.
  git(path, ['merge-base', '--is-ancestor', first, NOTES_REF]);

  const checkout = join(sources, 'checkout');
  execFileSync('svn', ['checkout', '-q', `file://${source}/trunk`, checkout]);
  execFileSync('svn', ['mkdir', '-q', join(checkout, 'new')]);
  execFileSync('svn', ['propset', '-q', 'svn:ignore', 'x', join(checkout, 'new')]);
  execFileSync('svn', ['commit', '-q', '-m', 'arrived later', checkout]);
  expect((await engine.api('POST', '/repos/acme/svn/import/updates')).status).toBe(202);
  await settled('svn');
  expect(Object.keys(notesOf(path))).toContain('arrived later');
  const kept = git(path, ['rev-parse', NOTES_REF]);
  // The same notes are the same commit.
  await changed('svn', { write_notes: true });
  const { layout } = (await engine.api('GET', '/repos/acme/svn/import')).body;
  await changed('svn', { layout });
  expect(git(path, ['rev-parse', NOTES_REF])).toBe(kept);

  await changed('svn', { write_notes: false });
  expect(git(path, ['for-each-ref', NOTES_REF])).toBe('');
  expect((await engine.api('GET', '/repos/acme/svn/import')).body.write_notes).toBe(false);
});

test('a Mercurial changeset; a Git source has notes where its ids changed, after large files too', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  const id = hg.commit('one');
  expect(notesOf(await imported('hg', { vcs_url: hg.path, write_notes: true }))).toEqual({
    one: `Source: mercurial\nRevision: 0:${id}\nBranch: default`,
  });

  const ANN = 'Ann <ann@example.org>';
  const text = 'x'.repeat((1 << 20) + 1);
  const large = `commit refs/heads/main\ncommitter ${ANN} 1700000000 +0000\ndata 5\nlarge\nM 100644 inline large.bin\ndata ${text.length}\n${text}\n`;
  const source = makeGitSource(sources, 'project.git', historyStream(9, [ANN], large));
  const tip = git(source, ['rev-parse', 'main']);
  const path = await imported('git', { vcs_url: source, write_notes: true });
  expect(git(path, ['for-each-ref', NOTES_REF])).toBe('');
  const { body } = await engine.api('GET', '/repos/acme/git/import/report');
  expect(body.findings).toContainEqual(expect.objectContaining({ kind: 'notes_not_needed' }));
  await engine.api('PATCH', '/repos/acme/git/import/lfs', { use_lfs: 'opt_in' });
  await settled('git');
  expect(git(path, ['notes', '--ref', NOTES_REF, 'show', 'main'])).toBe(`Source: git\nRevision: ${tip}`);
  expect(git(path, ['rev-parse', 'main'])).not.toBe(tip);
});
