/** Commits that nothing but their authors told apart: mapped to one person they are one commit, and the report says so. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';

let engine: TestEngine;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry joined '));
  engine = await startTestEngine();
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

it('as programs that write histories anew leave both of them', async () => {
  const source = join(folder, 'twice.git');
  const git = (repository: string, args: string[], input = '') =>
    execFileSync('git', ['--git-dir', repository, ...args], { input })
      .toString()
      .trim();
  execFileSync('git', ['init', '-q', '--bare', source]);
  const tree = git(source, ['mktree']);
  const commit = (who: string, parents: string[], message: string, zone = '+0000') => {
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
    const text = `${lines.join('\n')}\nauthor ${who} 1000000000 ${zone}\ncommitter ${who} 1000000000 +0000\n\n${message}\n`;
    return git(source, ['hash-object', '-t', 'commit', '-w', '--stdin'], text);
  };
  const [OLD, WORK, NEW] = ['Ann <ann@old>', 'Ann <ann@work>', 'Ann <ann@example.org>'];
  const root = commit('Ben <ben@example.org>', [], 'root', '+051800');
  const line = (who: string) => commit(who, [commit(who, [root], 'first')], 'second');
  const [old, work, now] = [line(OLD), line(WORK), line(NEW)];
  const merge = commit('Ben <ben@example.org>', [old, work], 'merge');
  for (const [name, id] of Object.entries({ main: merge, work, now })) {
    git(source, ['update-ref', `refs/heads/${name}`, id]);
  }
  await engine.api('POST', '/orgs/acme/repos', { name: 'twice' });
  const wanted = { vcs: 'git', vcs_url: source, hold_before_push: true };
  await engine.api('PUT', '/repos/acme/twice/import', wanted);
  await engine.importIn('twice', ['mapping', 'error'], (body) => body.waiting_for_release);
  const { body: authors } = await engine.api('GET', '/repos/acme/twice/import/authors');
  for (const { id, remote_name } of authors.filter(({ remote_name }: { remote_name: string }) =>
    /old|work/.test(remote_name),
  )) {
    expect(remote_name).not.toBe(NEW);
    await engine.api('PATCH', `/repos/acme/twice/import/authors/${id}`, { name: 'Ann', email: 'ann@example.org' });
  }
  await engine.api('PATCH', '/repos/acme/twice/import', { hold_before_push: false });
  expect((await engine.importIn('twice', ['complete', 'error'])).status).toBe('complete');

  const published = join(engine.folder, 'repositories/acme/twice.git');
  expect(git(published, ['rev-list', '--count', '--all'])).toBe('4');
  expect(git(published, ['rev-parse', 'now'])).toBe(now);
  const { body: report } = await engine.api('GET', '/repos/acme/twice/import/report');
  expect(report.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(report.verdict.complete).toMatchObject({ state: 'green', content_revisions: 8, in_git: 8 });
  const finding = report.findings.find(({ kind }: { kind: string }) => kind === 'commits_joined');
  expect([finding.count, finding.examples.length]).toEqual([4, 4]);
  expect(finding.examples).toContain(`${old.slice(0, 12)} is ${now.slice(0, 12)}`);

  // Each old id is found.
  for (const [id, commit] of [
    [old, now],
    [work, now],
    [now, now],
    [root, root],
    [merge, git(published, ['rev-parse', 'main'])],
  ] as const) {
    const { body } = await engine.api('GET', `/repos/acme/twice/import/revisions?q=${id}`);
    expect([id, body.revisions?.map((row: { commit: string }) => row.commit)]).toEqual([
      id,
      expect.arrayContaining([commit]),
    ]);
  }
});
