/** `PATCH {}` takes over what a source lost of what was published, and says what that was: in the log before it goes, and in the report. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

const IMPORT = '/repos/acme/r/import';
const GONE = 'The source does not have everything any more that was published.';
let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry takes over '));
  engine = await startTestEngine(join(folder, 'data'));
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const repository = () => join(engine.folder, 'repositories/acme/r.git');
const refs = () => git(repository(), ['for-each-ref', '--format=%(refname)']).split('\n');
const log = async () => ((await engine.api('GET', `${IMPORT}/log`)).body as { text: string }[]).map(({ text }) => text);

async function complete() {
  const record = await engine.importIn('r', ['complete', 'error']);
  expect([record.status, record.message, record.last_update]).toEqual(['complete', undefined, undefined]);
  const { findings } = (await engine.api('GET', `${IMPORT}/report`)).body as {
    findings: { kind: string; count: number; examples: string[] }[];
  };
  return findings.find(({ kind }) => kind === 'taken_over');
}

async function start(vcs: string, url: string) {
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', IMPORT, { vcs, vcs_url: url });
  expect(await complete()).toBeUndefined();
}

async function restart() {
  await engine.api('PATCH', IMPORT, {});
  return complete();
}

const svnAddress = (path: string) => `file://${encodeURI(path)}`;
const svn = (...args: string[]) => execFileSync('svn', [...args, '-q', '--username', 'ann', '-m', args[0] ?? '']);

test('Git: a branch that is gone, one that was rewritten, and a tag that moved', async () => {
  const url = makeGitSource(folder, 'source.git', historyStream(4));
  git(url, ['update-ref', 'refs/heads/side', 'refs/heads/main~1']);
  git(url, ['update-ref', 'refs/tags/v1', 'refs/heads/main~2']);
  await start('git', url);
  expect(await restart(), 'nothing is lost').toBeUndefined();
  const [side, main, v1] = ['side', 'main', 'v1'].map((name) => git(url, ['rev-parse', name]).slice(0, 12));
  git(url, ['update-ref', '-d', 'refs/heads/side']);
  git(url, ['update-ref', 'refs/heads/main', 'refs/heads/main~2']);
  git(url, ['update-ref', 'refs/tags/v1', 'refs/heads/main~1']);
  const [mainNow, v1Now] = ['main', 'v1'].map((name) => git(url, ['rev-parse', name]).slice(0, 12));
  const taken = await restart();
  expect(taken).toMatchObject({ count: 3 });
  const said = taken?.examples.join('\n');
  expect(said).toMatch(new RegExp(`^The branch main has another history; it was ${main} .*, and is ${mainNow} `, 'm'));
  expect(said).toMatch(new RegExp(`^The branch side is gone; it was ${side} `, 'm'));
  expect(said).toMatch(new RegExp(`^The tag v1 names something else; it was ${v1} .*, and is ${v1Now} `, 'm'));
  expect(await log()).toEqual(expect.arrayContaining([expect.stringContaining(GONE), ...(taken?.examples ?? [])]));
  expect(refs()).toEqual(['refs/heads/main', 'refs/tags/v1']);
  expect(await restart(), 'it is gone since').toBeUndefined();
});

test('Mercurial: a changeset that was stripped', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (const name of ['one', 'two', 'three']) {
    hg.write('file', name);
    hg.commit(name);
  }
  await start('mercurial', hg.path);
  hg.hg('--config', 'extensions.strip=', 'strip', '-q', '--no-backup', '-r', 'tip');
  const taken = await restart();
  expect(taken).toMatchObject({ count: 1, examples: [expect.stringMatching(/^The branch main .*three.*two/)] });
  expect(await log()).toEqual(expect.arrayContaining(taken?.examples ?? ['']));
});

test('Subversion: moved folders that suggest other branches; a newly mapped author takes nothing', async () => {
  const url = svnAddress(makeSvnSource(folder, 'svn', projectHistory('', 3)));
  await start('subversion', url);
  const [author] = (await engine.api('GET', `${IMPORT}/authors`)).body;
  await engine.api('PATCH', `${IMPORT}/authors/${author.id}`, { name: 'Ann', email: 'ann@example.org' });
  const before = git(repository(), ['rev-parse', 'main']);
  expect(await restart(), 'other ids are no other history').toBeUndefined();
  expect(git(repository(), ['rev-parse', 'main'])).not.toBe(before);
  expect(refs()).toEqual(['refs/heads/main', 'refs/heads/one']);
  svn('move', `${url}/trunk`, `${url}/elsewhere`);
  svn('delete', `${url}/branches`);
  svn('delete', `${url}/tags`);
  const taken = await restart();
  expect(taken).toMatchObject({
    count: 2,
    examples: [
      'The branch one is gone; it was r5 (branch).',
      'The branch main has another history; it was r4 (change 2), and is r6 (move).',
    ],
  });
  expect(await log()).toEqual(expect.arrayContaining([expect.stringContaining(GONE), ...(taken?.examples ?? [])]));
});

test('a choice of another layout is a person’s own: nothing is told as taken over', async () => {
  const url = svnAddress(makeSvnSource(folder, 'svn', projectHistory('', 3)));
  await start('subversion', url);
  await engine.api('PATCH', IMPORT, { layout: { trunk: '', branches: [], tags: [] } });
  expect(await complete()).toBeUndefined();
});
