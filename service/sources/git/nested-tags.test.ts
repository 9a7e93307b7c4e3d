/** Tags of tags, of trees and of blobs, when identities are rewritten. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;
let source: string;

const inSource = (...args: string[]) =>
  execFileSync('git', ['--git-dir', source, ...args], { encoding: 'utf8' }).trim();
const identity = ['-c', 'advice.nestedTag=false', '-c', 'user.name=Old Name', '-c', 'user.email=old@example.org'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry sources '));
  source = makeGitSource(folder, 'source.git', historyStream(5, ['Old Name <old@example.org>']));
  const tip = inSource('rev-parse', 'HEAD');
  inSource(...identity, 'tag', '-a', '-m', 'inner', 'inner', tip);
  inSource(...identity, 'tag', '-a', '-m', 'outer', 'outer', 'inner');
  inSource(...identity, 'tag', '-a', '-m', 'outermost', 'outermost', 'outer');
  inSource(...identity, 'tag', '-a', '-m', 'a tree', 'of-a-tree', `${tip}^{tree}`);
  inSource('update-ref', 'refs/tags/light', tip);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('each tag leads to the rewritten one, and its tagger is mapped', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'tags' });
  await engine.api('PUT', '/repos/acme/tags/import', { vcs: 'git', vcs_url: source, hold_before_push: true });
  await engine.importIn('tags', ['mapping'], (now) => now.waiting_for_release);
  const map = 'Old Name <old@example.org> = New Name <new@example.org>\n';
  const loaded = await engine.api('PUT', '/repos/acme/tags/import/authors/map', map, { 'content-type': 'text/plain' });
  expect(loaded.body.matched).toBe(1);
  await engine.api('PATCH', '/repos/acme/tags/import', { hold_before_push: false });
  expect(await engine.importIn('tags', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const path = join(engine.folder, 'repositories/acme/tags.git');
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' }).trim();
  expect(git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
  const tip = git('rev-parse', 'HEAD');
  expect(git('log', '-1', '--format=%an <%ae>', tip)).toBe('New Name <new@example.org>');
  for (const name of ['inner', 'outer', 'outermost', 'light']) expect(git('rev-parse', `${name}^{commit}`)).toBe(tip);
  expect(git('cat-file', 'tag', 'outer')).toContain(`object ${git('rev-parse', 'inner')}\ntype tag\n`);
  expect(git('cat-file', 'tag', 'outermost')).toContain(`object ${git('rev-parse', 'outer')}\ntype tag\n`);
  for (const name of ['inner', 'outer', 'outermost']) {
    expect(git('cat-file', 'tag', name)).toContain('tagger New Name <new@example.org> ');
    expect(git('cat-file', 'tag', name)).toContain(`\n\n${name}`);
  }
  expect(git('rev-parse', 'of-a-tree^{tree}')).toBe(inSource('rev-parse', 'of-a-tree^{tree}'));
  const { body: report } = await engine.api('GET', '/repos/acme/tags/import/report');
  expect(report.verified).toBe(true);
});
