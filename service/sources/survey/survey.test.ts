/** Surveys of real repositories, through the API. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { HgWorkspace } from '../mercurial/testing/hg.ts';
import { makeRepository } from '../subversion/testing/oracle.ts';

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

async function survey(vcs: string, vcs_url: string) {
  const { status, body } = await engine.api('POST', '/import_surveys', { vcs, vcs_url });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(readdirSync(join(engine.folder, 'trash')).filter((name) => name.startsWith('survey'))).toEqual([]);
  return body;
}

test('Git: commits, authors, sizes; an estimate once an import of the kind was seen', async () => {
  const source = makeGitSource(
    folder,
    'git.git',
    historyStream(40, ['Ann <ann@example.org>', 'Bob <bob@example.org>']),
  );
  const before = await survey('git', source);
  expect(before).toMatchObject({ vcs: 'git', revisions: 40, authors_count: 2, seconds_estimate: null, unknown: [] });
  expect(before.authors.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Ann <ann@example.org>',
    'Bob <bob@example.org>',
  ]);
  expect(before.size).toBeGreaterThan(0);
  expect(before.first_at < before.last_at).toBe(true);
  await engine.api('POST', '/orgs/acme/repos', { name: 'project' });
  await engine.api('PUT', '/repos/acme/project/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('project', ['complete']);
  expect((await survey('git', source)).seconds_estimate).toBeGreaterThan(0);
});

test('Git: a large file of the newest commit is named', async () => {
  const work = join(folder, 'large');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.compression=0', ...args], {
      cwd: work,
    });
  execFileSync('git', ['init', '-q', work]);
  writeFileSync(join(work, 'video.bin'), '');
  truncateSync(join(work, 'video.bin'), 104_857_601);
  git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/library`);
  git('add', 'video.bin');
  git('commit', '-q', '-m', 'x');
  const found = await survey('git', work);
  expect(found.large_files).toEqual([{ path: 'video.bin', size: 104_857_601 }]);
  expect(found.findings).toMatchObject([{ kind: 'submodule', examples: ['vendor/library'] }]);
});

test('Subversion: the whole log, trunk’s sizes, externals, and a repository without the usual folders', async () => {
  const source = makeRepository(folder, () => undefined);
  const work = `${source}-work`;
  const url = `file://${source}`.replaceAll(' ', '%20');
  const svn = (...args: string[]) => execFileSync('svn', ['-q', '--username', 'ann', ...args], { cwd: folder });
  svn('mkdir', '-m', 'layout', `${url}/trunk`, `${url}/branches`, `${url}/tags`);
  svn('checkout', url, work);
  writeFileSync(join(work, 'trunk', 'file & more.txt'), 'twelve bytes');
  svn('add', join(work, 'trunk', 'file & more.txt'));
  svn('propset', 'svn:externals', `${url}/tags other`, join(work, 'trunk'));
  svn('commit', '--username', 'bob', '-m', 'files', work);
  const found = await survey('subversion', url);
  expect(found).toMatchObject({ revisions: 2, authors_count: 2, size: 12, large_files: [], unknown: [] });
  expect(
    found.findings.map(({ kind, examples }: { kind: string; examples: string[] }) => [kind, examples.length]),
  ).toEqual([['svn_externals', 1]]);
  const odd = await survey('subversion', `${url}/trunk`);
  expect(odd.findings.map(({ kind }: { kind: string }) => kind)).toContain('no_standard_layout');
});

test('Mercurial: the log and the files of the tip', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('a', 'four');
  hg.commit('one', { user: 'joe' });
  hg.write('b', 'eight888');
  hg.commit('two', { user: 'Ann <ann@example.org>' });
  const found = await survey('mercurial', hg.path);
  expect(found).toMatchObject({ revisions: 2, authors_count: 2, size: 12, large_files: [] });
});

test('what is not there is said, and nothing stays', async () => {
  const { status, body } = await engine.api('POST', '/import_surveys', {
    vcs: 'git',
    vcs_url: join(folder, 'nothing'),
  });
  expect([status, body.errors[0].code]).toEqual([422, 'unprocessable']);
  expect(body.errors[0].message).not.toMatch(/ at \S+ \(/);
  expect((await engine.api('POST', '/import_surveys', { vcs_url: folder })).status).toBe(422);
  expect(existsSync(join(engine.folder, 'trash'))).toBe(true);
  expect(readdirSync(join(engine.folder, 'trash'))).toEqual([]);
});
