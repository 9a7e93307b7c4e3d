/** Sources that lack objects of refs that nobody asked for, as hosts leave them when they tidy up. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { serveGitHttp } from '../../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry damaged '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function imported(name: string, vcs_url: string, options: { include_hidden_refs?: true } = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url, ...options });
  const { status, error_message } = await engine.importIn(name, ['complete', 'error']);
  const { body: report } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  return { status, error_message, report };
}

/** A commit whose parent is gone. */
function orphanIn(source: string): string {
  const who = 'a <a@b> 1 +0000';
  const tree = git(source, ['rev-parse', 'HEAD^{tree}']);
  const text = `tree ${tree}\nparent ${'1'.repeat(40)}\nauthor ${who}\ncommitter ${who}\n\nx\n`;
  return git(source, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input: text });
}

test('branches and tags come without a pull request whose objects are gone, and it is told', async () => {
  const source = makeGitSource(folder, 'pulls.git', historyStream(4));
  const whole = refsOf(source);
  git(source, ['update-ref', 'refs/pull/7/head', orphanIn(source)]);
  const server = await serveGitHttp(folder, null);
  try {
    for (const [name, url] of [
      ['folder', source],
      ['server', `${server.url}/pulls.git`],
    ] as const) {
      const { status, report } = await imported(name, url);
      expect(status).toBe('complete');
      expect(refsOf(join(engine.folder, `repositories/acme/${name}.git`))).toBe(whole);
      expect(report.findings).toContainEqual(
        expect.objectContaining({ kind: 'hidden_ref_damaged', count: 1, examples: ['refs/pull/7/head'] }),
      );
      expect(report.verdict.complete.state).toBe('amber');
      expect(report.verdict.equal.state).toBe('green');
    }
    const asked = await imported('asked', source, { include_hidden_refs: true });
    expect(asked).toMatchObject({ status: 'error', error_message: expect.stringContaining('lacks objects') });
  } finally {
    await server.stop();
  }
});

test('what branches lack is told as before', async () => {
  const source = makeGitSource(folder, 'branches.git', historyStream(4));
  git(source, ['update-ref', 'refs/pull/7/head', 'HEAD']);
  git(source, ['update-ref', 'refs/heads/lost', orphanIn(source)]);
  const { status, error_message } = await imported('branches', source);
  expect({ status, error_message }).toMatchObject({
    status: 'error',
    error_message: expect.stringContaining('lacks objects of its own history'),
  });
});
