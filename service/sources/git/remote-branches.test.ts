/** Folders that somebody works in: clones that know branches of where they came from, and have not made them their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { originOf, remoteBranchFindings } from './remote-branches.ts';
import { surveyGit } from './survey.ts';

let engine: TestEngine;
let folder: string;
let clone: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry clones '));
  const origin = makeGitSource(folder, 'origin.git', historyStream(4));
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const tip = git(origin, ['rev-parse', 'HEAD']);
  const ahead = git(origin, [...who, 'commit-tree', '-p', tip, '-m', 'ahead', `${tip}^{tree}`]);
  git(origin, ['update-ref', 'refs/heads/feature', ahead]);
  clone = join(folder, 'work');
  git(folder, ['clone', '--quiet', '--no-hardlinks', `file://${origin.replaceAll(' ', '%20')}`, clone]);
  git(clone, ['config', 'remote.origin.url', 'https://ann:secret@example.org/acme/tool.git']);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function reportOf(name: string, options: { include_hidden_refs?: true } = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: clone, ...options });
  await engine.importIn(name, ['complete']);
  return (await engine.api('GET', `/repos/acme/${name}/import/report`)).body;
}

const kinds = (findings: { kind: string }[]) =>
  findings.map(({ kind }) => kind).filter((kind) => kind.startsWith('remote_') || kind === 'hidden_ref');

test('commits that only branches of its remote have are counted, and the verdict is not green', async () => {
  const report = await reportOf('left');
  expect(kinds(report.findings)).toEqual(['remote_branches_left']);
  const [left] = report.findings.filter(({ kind }: { kind: string }) => kind === 'remote_branches_left');
  expect(left).toMatchObject({ severity: 'warning', count: 1, examples: ['refs/remotes/origin/feature'] });
  expect(left.text).toContain('The source was cloned from https://example.org/acme/tool.git.');
  expect(left.text).toContain('and with them 1 commit not on any branch or tag');
  expect(report.verdict.complete.state).toBe('amber');
  expect(report.verdict.complete.text).toMatch(
    /^All 4 commits of branches and tags are in Git\. The source was cloned/,
  );
});

test('a look at the folder says so before anything is imported', async () => {
  const job = { url: clone, credentials: null, privateFolder: mkdtempSync(join(folder, 'survey ')) };
  const { findings, cloned_from } = await surveyGit(job as never, new AbortController().signal);
  expect(cloned_from).toBe('https://example.org/acme/tool.git');
  expect(kinds(findings)).toEqual(['remote_branches_left']);
  expect(JSON.stringify(findings)).not.toContain('secret');
  const address = git(clone, ['config', 'remote.origin.url']);
  git(clone, ['config', 'remote.origin.url', '../origin.git']);
  expect(await originOf(clone, new AbortController().signal)).toBe(join(folder, 'origin.git'));
  git(clone, ['config', 'remote.origin.url', address]);
});

test('branches of its remote that cannot be read do not end a look', async () => {
  const broken = join(folder, 'broken');
  git(folder, ['clone', '--quiet', '--no-hardlinks', clone, broken]);
  const who = 'a <a@b> 1 +0000';
  const tree = git(broken, ['rev-parse', 'HEAD^{tree}']);
  const text = `tree ${tree}\nparent ${'1'.repeat(40)}\nauthor ${who}\ncommitter ${who}\n\nx\n`;
  const orphan = git(broken, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input: text });
  git(broken, ['update-ref', 'refs/remotes/origin/orphan', orphan]);
  const [left] = await remoteBranchFindings(join(broken, '.git'), null, new AbortController().signal);
  expect(left).toMatchObject({ kind: 'remote_branches_left', severity: 'warning' });
  expect(inEnglish(left?.text ?? '')).toContain('Git cannot read all of their commits');
});

test('asked for they come, and nothing is left', async () => {
  const report = await reportOf('asked', { include_hidden_refs: true });
  expect(kinds(report.findings)).toEqual([]);
  expect(report.verdict.complete).toMatchObject({ state: 'green', text: 'All 5 commits are in Git.' });
});

test('asked for and taken back before anything is published, they are left out by choice, and nothing is lost', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'back' });
  const wanted = { vcs: 'git', vcs_url: clone, include_hidden_refs: true, hold_before_push: true };
  await engine.api('PUT', '/repos/acme/back/import', wanted);
  await engine.importIn('back', ['mapping'], (now) => now.waiting_for_release);
  await engine.api('PATCH', '/repos/acme/back/import', { include_hidden_refs: false, hold_before_push: false });
  await engine.importIn('back', ['complete', 'error']);
  const report = (await engine.api('GET', '/repos/acme/back/import/report')).body;
  expect(report.verdict.complete).toMatchObject({ state: 'amber', in_git: 4, excluded: 1, lost: 0 });
});

test('once branches were made of them names alone are left', async () => {
  git(clone, ['branch', '--quiet', 'feature', 'origin/feature']);
  const report = await reportOf('made');
  expect(kinds(report.findings)).toEqual(['remote_branch_names']);
  expect(report.verdict.complete).toMatchObject({ state: 'green', text: 'All 5 commits are in Git.' });
});
