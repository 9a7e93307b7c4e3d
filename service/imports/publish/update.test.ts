/** Imported repositories that are brought up to date, through the API. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry sources '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function git(repo: string, ...args: string[]): string {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' }).trim();
}

async function importInto(repo: string, vcs: string, vcs_url: string): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

async function bringUpToDate(repo: string) {
  const finished = (await engine.api('GET', `/repos/acme/${repo}/import`)).body.finished_at;
  const begun = await engine.api('POST', `/repos/acme/${repo}/import/updates`);
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  expect(begun.body).toMatchObject({ status: 'importing', finished_at: null });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { body: report } = await engine.api('GET', `/repos/acme/${repo}/import/report`);
  expect(report.verified).toBe(true);
  expect(report.update.since).toBe(finished);
  return report.update;
}

test('Subversion: new revisions only; ids and mapped authors of the old ones stay; again and again', async () => {
  const source = makeSvnSource(folder, 'svn', projectHistory('', 12, ['sven', 'olga']));
  const url = `file://${source}`.replaceAll(' ', '%20');
  await importInto('svn', 'subversion', url);
  await engine.api('PUT', '/repos/acme/svn/import/authors/map', 'sven = Sven Smith <sven@example.org>\n', {
    'content-type': 'text/plain',
  });
  await engine.api('PATCH', '/repos/acme/svn/import', {});
  await engine.importIn('svn', ['complete']);
  expect((await engine.api('GET', '/repos/acme/svn/import/report')).body.update).toBeNull();
  const old = git('svn', 'rev-parse', 'main');
  expect(git('svn', 'log', '--format=%an', 'main')).toContain('Sven Smith');

  for (const round of [1, 2]) {
    for (let n = 0; n < 10; n++) {
      const name = `${url}/trunk/round${round}-${n}`;
      execFileSync('svn', ['mkdir', '-q', '--username', n % 2 === 0 ? 'sven' : 'new', '-m', `more ${n}`, name]);
    }
    execFileSync('svn', [
      'copy',
      '-q',
      '--username',
      'sven',
      '-m',
      'branch',
      `${url}/trunk`,
      `${url}/branches/round${round}`,
    ]);
    const update = await bringUpToDate('svn');
    expect(update.new_revisions).toBe(11);
    expect(update.refs.map(({ name }: { name: string }) => name)).toContain(`refs/heads/round${round}`);
    expect(git('svn', 'merge-base', '--is-ancestor', old, 'main')).toBe('');
    expect(git('svn', 'log', '--format=%an <%ae>', 'main')).toContain('Sven Smith <sven@example.org>');
  }
});

test('Git: new commits are counted, a rewritten branch is told, what nothing changed is said', async () => {
  const source = makeGitSource(folder, 'git.git', historyStream(5));
  const inSource = (...args: string[]) =>
    execFileSync('git', ['--git-dir', source, ...args], { encoding: 'utf8' }).trim();
  await importInto('git', 'git', source);
  expect(await bringUpToDate('git')).toMatchObject({ new_revisions: 0, refs: [] });
  const head = inSource('symbolic-ref', 'HEAD');
  const tip = inSource('rev-parse', head);
  const commit = (parent: string) =>
    inSource('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-p', parent, '-m', 'more', `${tip}^{tree}`);
  const next = commit(tip);
  inSource('update-ref', head, next);
  inSource('update-ref', 'refs/heads/side', tip);
  const update = await bringUpToDate('git');
  expect(update.refs).toEqual([
    { name: head, before: tip, after: next, commits: 1 },
    { name: 'refs/heads/side', before: null, after: tip, commits: 0 },
  ]);
  inSource('update-ref', head, commit(inSource('rev-parse', `${tip}~1`)));
  inSource('update-ref', '-d', 'refs/heads/side');
  const rewritten = await bringUpToDate('git');
  expect(rewritten.refs).toEqual([
    { name: head, before: next, after: inSource('rev-parse', head), commits: null },
    { name: 'refs/heads/side', before: tip, after: null, commits: null },
  ]);
});

test('what somebody pushed meanwhile is never overwritten, by an update or by a restart', async () => {
  const source = makeGitSource(folder, 'pushed.git', historyStream(5));
  await importInto('pushed', 'git', source);
  const [head, tip] = [git('pushed', 'symbolic-ref', 'HEAD'), git('pushed', 'rev-parse', 'HEAD')];
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const pushed = git('pushed', ...identity, 'commit-tree', '-p', tip, '-m', 'mine', `${tip}^{tree}`);
  git('pushed', 'update-ref', head, pushed);
  expect((await engine.api('POST', '/repos/acme/pushed/import/updates')).status).toBe(202);
  const failed = await engine.importIn('pushed', ['error', 'complete']);
  expect(failed).toMatchObject({
    status: 'error',
    failed_step: 'push',
    message: expect.stringContaining('Somebody pushed to'),
  });
  expect(failed.message).toContain(pushed.slice(0, 12));
  await engine.api('PATCH', '/repos/acme/pushed/import', {});
  expect(await engine.importIn('pushed', ['error', 'complete'])).toMatchObject({ status: 'error' });
  expect(git('pushed', 'rev-parse', head)).toBe(pushed);
  git('pushed', 'update-ref', 'refs/heads/mine', pushed);
  git('pushed', 'update-ref', head, tip);
  git('pushed', 'update-ref', '-d', 'refs/heads/mine');
  await engine.api('PATCH', '/repos/acme/pushed/import', {});
  expect(await engine.importIn('pushed', ['complete'])).toMatchObject({ status: 'complete' });
});

test('Mercurial: new changesets, old ids', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('a', '1');
  hg.commit('one');
  await importInto('hg', 'mercurial', hg.path);
  const old = git('hg', 'rev-parse', 'main');
  hg.write('a', '2');
  hg.commit('two');
  const update = await bringUpToDate('hg');
  expect(update).toMatchObject({ new_revisions: 1, refs: [{ name: 'refs/heads/main', before: old, commits: 1 }] });
});

test('only a complete import can be brought up to date', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'none' });
  expect((await engine.api('POST', '/repos/acme/none/import/updates')).status).toBe(404);
  await engine.api('PUT', '/repos/acme/none/import', { vcs: 'git', vcs_url: join(folder, 'nothing') });
  await engine.importIn('none', ['error']);
  const refused = await engine.api('POST', '/repos/acme/none/import/updates');
  expect([refused.status, refused.body.errors[0].message]).toEqual([422, expect.stringContaining('complete')]);
});
