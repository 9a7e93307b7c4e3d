/** Names that Git refuses, in sources that know no such names: the result is what `git fsck --strict` takes, and verified. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { makeRepository } from '../sources/subversion/testing/oracle.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';

const HIDDEN = '.g\u200cit';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry names '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function expectClean(name: string, vcs: string, vcs_url: string): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs, vcs_url });
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { body } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  expect(body.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect([body.verdict.complete.state, body.verdict.equal.state]).toEqual(['amber', 'green']);
  expect(body.findings.map(({ kind }: { kind: string }) => kind)).toContain('dot_git_name');
  const path = join(engine.folder, `repositories/acme/${name}.git`);
  expect(git(path, ['fsck', '--strict', '--full', '--unreachable', '--no-progress'])).toBe('');
  expect(git(path, ['-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'main']).split('\n')).toEqual([
    'good',
  ]);
}

test('Subversion', async () => {
  const path = makeRepository(folder, (dump) => {
    dump.revision('Start').dir('trunk').dir('branches').dir('tags').file('trunk/good', 'good\n');
    dump
      .revision('Folders')
      .dir('trunk/.git')
      .file('trunk/.git/config', '[core]\n')
      .file(`trunk/${HIDDEN}`, 'hidden\n');
    dump.revision('Deeper').dir('trunk/sub').dir(`trunk/sub/${HIDDEN}`).file(`trunk/sub/${HIDDEN}/config`, 'x\n');
    dump.revision('More').change('trunk/good', 'better\n');
  });
  await expectClean('svn', 'subversion', `file://${path}`.replaceAll(' ', '%20'));
});

test('Mercurial', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('good', '1');
  hg.write(`sub/${HIDDEN}/config`, 'x');
  hg.write(HIDDEN, 'x');
  hg.commit('one');
  await expectClean('hg', 'mercurial', hg.path);
});

/** One of them alone keeps Git from checking out anything. */
test('a link named .gitmodules', async () => {
  const special = { properties: { 'svn:special': '*' } };
  const path = makeRepository(folder, (dump) => {
    dump.revision('Start').dir('trunk').dir('branches').dir('tags').file('trunk/good', 'good\n');
    dump.revision('Link').file('trunk/.gitmodules', 'link good', special);
    dump.revision('More').change('trunk/good', 'better\n');
  });
  await expectClean('link', 'subversion', `file://${path}`.replaceAll(' ', '%20'));
  const hg = new HgWorkspace(join(folder, 'hg with link'));
  hg.write('good', '1');
  hg.write('.gitmodules', 'a file');
  hg.commit('file');
  hg.link('.gitmodules', 'good');
  hg.commit('link');
  hg.hg('rm', '.gitmodules');
  hg.write('gone', '1');
  hg.commit('no link');
  hg.link('.gitmodules', 'good');
  hg.hg('rm', 'gone');
  hg.commit('link again');
  await expectClean('hg-link', 'mercurial', hg.path);
});
