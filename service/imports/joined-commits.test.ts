/** Commits that nothing tells apart any more once authors, large files or messages are others: they are one, and the report says so. */
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
  engine = await startTestEngine(undefined, { largeFileBytes: 1000 });
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const git = (repository: string, args: string[], input = '') =>
  execFileSync('git', ['--git-dir', repository, ...args], { input })
    .toString()
    .trim();

async function reportOf(name: string) {
  const { body: report } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  expect(report.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  return report;
}

/** Each of these ids of the source leads to a commit. */
async function expectFound(name: string, ids: readonly (readonly [string, string])[]) {
  for (const [id, commit] of ids) {
    const { body } = await engine.api('GET', `/repos/acme/${name}/import/revisions?q=${id}`);
    expect([id, body.revisions?.map((row: { commit: string }) => row.commit)]).toEqual([
      id,
      expect.arrayContaining([commit]),
    ]);
  }
}

it('as programs that write histories anew leave both of them', async () => {
  const source = join(folder, 'twice.git');
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
  const report = await reportOf('twice');
  expect(report.verdict.complete).toMatchObject({ state: 'green', content_revisions: 8, in_git: 8 });
  const finding = report.findings.find(({ kind }: { kind: string }) => kind === 'commits_joined');
  expect([finding.count, finding.examples.length]).toEqual([4, 4]);
  expect(finding.examples).toContain(`${old.slice(0, 12)} is ${now.slice(0, 12)}`);

  await expectFound('twice', [
    [old, now],
    [work, now],
    [now, now],
    [root, root],
    [merge, git(published, ['rev-parse', 'main'])],
  ]);
});

it('two that differ in a large file, and those behind them in the id that their message names', async () => {
  const source = join(folder, 'large.git');
  execFileSync('git', ['init', '-q', '--bare', source]);
  const commit = (files: Record<string, string>, parents: string[], message: string) => {
    const entries = Object.entries(files).map(([name, content]) => {
      const blob = git(source, ['hash-object', '-w', '--stdin'], content);
      return `100644 blob ${blob}\t${name}\n`;
    });
    const tree = git(source, ['mktree'], entries.join(''));
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
    const who = 'Ben <ben@example.org> 1000000000 +0000';
    const text = `${lines.join('\n')}\nauthor ${who}\ncommitter ${who}\n\n${message}\n`;
    return git(source, ['hash-object', '-t', 'commit', '-w', '--stdin'], text);
  };
  const root = commit({ a: 'a' }, [], 'root');
  const small = commit({ a: 'a' }, [root], 'first');
  const line = (big: string) => {
    const first = commit({ a: 'a', big: big.repeat(2000) }, [root], 'first');
    return [first, commit({ a: 'b' }, [first], `as ${first} says`)] as const;
  };
  const [one, other] = [line('1'), line('2')];
  for (const [name, id] of Object.entries({ main: one[1], other: other[1], small })) {
    git(source, ['update-ref', `refs/heads/${name}`, id]);
  }
  await engine.api('POST', '/orgs/acme/repos', { name: 'large' });
  const wanted = { vcs: 'git', vcs_url: source, hold_before_push: true, rewrite_messages: true };
  await engine.api('PUT', '/repos/acme/large/import', wanted);
  await engine.importIn('large', ['mapping', 'error'], (body) => body.waiting_for_release);
  await engine.api('PATCH', '/repos/acme/large/import/lfs', { use_lfs: 'opt_out' });
  await engine.api('PATCH', '/repos/acme/large/import', { hold_before_push: false });
  expect((await engine.importIn('large', ['complete', 'error'])).status).toBe('complete');

  const published = join(engine.folder, 'repositories/acme/large.git');
  expect(git(published, ['rev-list', '--count', '--all'])).toBe('3');
  expect(git(published, ['rev-parse', 'main^'])).toBe(small);
  expect(git(published, ['log', '-1', '--format=%s', 'main'])).toBe(`as ${small} says`);
  const report = await reportOf('large');
  expect(report.counts.commits).toBe(3);
  expect(report.verdict.complete).toMatchObject({ state: 'green', content_revisions: 6, in_git: 6 });
  const findings = report.findings.filter(({ kind }: { kind: string }) => kind.startsWith('commits_joined'));
  expect(findings.map(({ count }: { count: number }) => count)).toEqual([2, 1]);
  expect(findings[0].examples).toContain(`${one[0].slice(0, 12)} is ${small.slice(0, 12)}`);
  const main = git(published, ['rev-parse', 'main']);
  await expectFound('large', [
    [one[0], small],
    [other[0], small],
    [one[1], main],
    [other[1], main],
  ]);
});
