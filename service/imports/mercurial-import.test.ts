/** A Mercurial repository from its address to a verified repository, through the API. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';

let engine: TestEngine;
let sources: string;
let hg: HgWorkspace;
let second: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  hg = new HgWorkspace(join(sources, 'project'));
  hg.write('a', '1');
  const first = hg.commit('one', { user: 'joe' });
  hg.write('b', '1');
  second = hg.commit('one head');
  hg.hg('update', '-q', first);
  hg.write('c', '1');
  hg.commit('another head');
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

function git(repo: string, ...args: string[]): string {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' }).trim();
}

test('without vcs the source is found out; both heads arrive; the report is green', async () => {
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'project' })).status).toBe(201);
  const started = await engine.api('PUT', '/repos/acme/project/import', { vcs_url: hg.path });
  expect(started.status).toBe(201);
  const done = await engine.importIn('project', ['complete', 'error']);
  expect(done).toMatchObject({ status: 'complete', vcs: 'mercurial', authors_count: 2 });
  expect(git('project', 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
    'refs/heads/main',
    `refs/heads/main-${second.slice(0, 12)}`,
  ]);
  const { body: report } = await engine.api('GET', '/repos/acme/project/import/report');
  expect(report).toMatchObject({ verified: true, vcs: 'mercurial', counts: { source_revisions: 3, commits: 3 } });
  expect(report.findings.map(({ kind }: { kind: string }) => kind)).toContain('unnamed_head');
});

test('`hg` is another word for it; an author mapped by the source’s name is in the commits', async () => {
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'mapped' })).status).toBe(201);
  await engine.api('PUT', '/repos/acme/mapped/import', { vcs_url: hg.path, vcs: 'hg', hold_before_push: true });
  await engine.importIn('mapped', ['mapping'], (now) => now.waiting_for_release);
  const loaded = await engine.api('PUT', '/repos/acme/mapped/import/authors/map', 'joe = Joe Doe <joe@example.org>\n', {
    'content-type': 'text/plain',
  });
  expect(loaded.body).toMatchObject({ matched: 1, unmatched: 0 });
  await engine.api('PATCH', '/repos/acme/mapped/import', { hold_before_push: false });
  const done = await engine.importIn('mapped', ['complete', 'error']);
  expect(done).toMatchObject({ status: 'complete', vcs: 'mercurial' });
  expect(git('mapped', 'log', '--format=%an <%ae>', '--reverse', 'main').split('\n')[0]).toBe(
    'Joe Doe <joe@example.org>',
  );
});

test('a folder without a repository is said so', async () => {
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'none' })).status).toBe(201);
  const plain = mkdtempSync(join(sources, 'plain-'));
  writeFileSync(join(plain, 'a.txt'), 'x');
  await engine.api('PUT', '/repos/acme/none/import', { vcs_url: plain, vcs: 'mercurial' });
  const ended = await engine.importIn('none', ['detection_found_nothing', 'error', 'complete']);
  expect(ended).toMatchObject({ status: 'error' });
  expect(ended.error_message).toContain('No Mercurial repository was found at');
});
