/** Sources that have nothing but refs which hosts and clones keep for themselves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let engine: TestEngine;
let sources: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(name: string, vcs_url: string, options: { include_hidden_refs?: true } = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url, ...options });
  return engine.importIn(name, ['complete', 'error']);
}

test('a source of remote-tracking branches alone says so, and comes when they are asked for', async () => {
  const source = makeGitSource(sources, 'tracking', historyStream(3));
  git(source, ['update-ref', 'refs/remotes/origin/main', 'refs/heads/main']);
  for (const name of git(source, ['for-each-ref', '--format=%(refname)', 'refs/heads']).trim().split('\n'))
    git(source, ['update-ref', '-d', name]);
  expect(refsOf(source).trim()).toMatch(/^refs\/remotes\/origin\/main \w+$/);
  const left = await imported('left', source);
  expect(left).toMatchObject({ status: 'error' });
  expect(JSON.stringify(left)).toContain('only refs that are left out, such as refs/remotes/origin/main');
  expect(await imported('wanted', source, { include_hidden_refs: true })).toMatchObject({ status: 'complete' });
  expect(refsOf(join(engine.folder, 'repositories/acme/wanted.git'))).toBe(refsOf(source));
});
