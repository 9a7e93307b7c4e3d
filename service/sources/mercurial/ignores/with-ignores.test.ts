/** `.hgignore` through the whole history, through the API. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../../testing/engine.ts';
import { git } from '../../../testing/git-sources.ts';
import { HgWorkspace } from '../testing/hg.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry hgignore '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

test('every revision has its own; what is there is joined; a finding counts what stays; taken back', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  hg.commit('none yet');
  hg.write('.hgignore', 'syntax: glob\n*.o\n');
  const first = hg.commit('first');
  hg.write('.gitignore', 'own');
  hg.write('lib/rules', 'syntax: glob\nout\n');
  hg.write('.hgignore', 'syntax: glob\n*.o\nre:(ab)+\nsubinclude:lib/rules\n');
  hg.commit(`second, behind ${first.slice(0, 12)}`);
  hg.hg('tag', 'v1');
  await engine.api('POST', '/orgs/acme/repos', { name: 'hg' });
  await engine.api('PUT', '/repos/acme/hg/import', {
    ...{ vcs_url: hg.path, translate_hgignore: true, write_notes: true, rewrite_messages: true },
  });
  const path = join(engine.folder, 'repositories/acme/hg.git');
  const settled = async () => {
    const end = await engine.importIn('hg', ['complete', 'error']);
    expect(end.status, `${end.message} ${engine.logLines.slice(-3)}`).toBe('complete');
    const { body } = await engine.api('GET', '/repos/acme/hg/import/report');
    expect(body.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    git(path, ['fsck', '--strict']);
    return body;
  };
  const report = await settled();
  const show = (name: string) => git(path, ['cat-file', 'blob', name]);
  const heading = '# Translated from .hgignore by Gantry.';
  expect(git(path, ['ls-tree', '--name-only', 'HEAD~3'])).toBe('a');
  expect(show('HEAD~2:.gitignore')).toBe(`${heading}\n*.o`);
  expect(show('v1:.gitignore')).toBe(
    `own\n${heading}\n*.o\n# Not translated from .hgignore (a repetition): re:(ab)+\n/lib/**/out`,
  );
  expect(show('HEAD:.hgignore')).toContain('subinclude');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ kind: 'hgignore_not_translated', count: 1, examples: ['re:(ab)+ (a repetition)'] }),
  );
  expect(git(path, ['notes', '--ref', 'gantry', 'show', 'v1'])).toContain('Source: mercurial');

  const second = () => git(path, ['log', '-1', '--format=%s', 'v1']);
  const named = () => `second, behind ${git(path, ['rev-parse', 'v1~1']).slice(0, 12)}`;
  expect(second()).toBe(named());

  // Everything at once: other authors, and without the one of them.
  const [author] = (await engine.api('GET', '/repos/acme/hg/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/hg/import/authors/${author.id}`, { name: 'Ann', email: 'ann@example.org' });
  await engine.api('PATCH', '/repos/acme/hg/import', {});
  await settled();
  expect(second()).toBe(named());
  expect(show('v1:.gitignore')).toContain('/lib/**/out');
  await engine.api('PATCH', '/repos/acme/hg/import', { translate_hgignore: false });
  await settled();
  expect(second()).toBe(named());
  expect(show('v1:.gitignore')).toBe('own');
});
