import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry remotes '));
  engine = await startTestEngine();
  const source = makeGitSource(folder, 'source.git', historyStream(5, undefined, 'reset refs/tags/t\nfrom :3\n\n'));
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'nothing' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('p', ['complete', 'error']);
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function push(remoteUrl: string, repo = 'p') {
  const started = await engine.api('POST', `/repos/acme/${repo}/remote_pushes`, { remote_url: remoteUrl });
  expect(started).toMatchObject({ status: 201, body: { status: 'running', remote_url: remoteUrl } });
  const look = async () => (await engine.api('GET', `/repos/acme/${repo}/remote_pushes/${started.body.id}`)).body;
  const end = () =>
    engine.until(async () => {
      const now = await look();
      return now.status === 'running' ? undefined : now;
    });
  return { started: started.body, look, end };
}

test('all branches and tags arrive in an empty repository, and again as fast-forwards', async () => {
  const remote = join(folder, 'remote one.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  expect(await (await push(remote)).end()).toMatchObject({ status: 'complete', percent: 100, message: null });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/p.git')));
  expect(await (await push(remote)).end()).toMatchObject({ status: 'complete' });
});

test('other history is never overwritten', async () => {
  const remote = makeGitSource(folder, 'other.git', historyStream(2, ['Eve <eve@x>']));
  const before = refsOf(remote);
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^The remote holds other history.*refs\/heads\/main/),
  });
  expect(refsOf(remote)).toBe(before);
});

test('a wrong address and an empty repository end in sentences', async () => {
  expect(await (await push(join(folder, 'none.git'))).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining('No Git repository was found'),
  });
  expect(await (await push(join(folder, 'none.git'), 'nothing')).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining('no branches'),
  });
  expect((await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url: 'svn://x/y' })).status).toBe(422);
  expect((await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url: '--upload-pack=x' })).status).toBe(422);
});

test('a running push is cancelled with all that it started', async () => {
  const remote = join(folder, 'slow.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  writeFileSync(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho begun >&2\nsleep 60\n', { mode: 0o755 });
  const running = await push(remote);
  await engine.event('remote_push.changed', (event) => event.remote_push_id === running.started.id);
  const began = Date.now();
  expect((await engine.api('DELETE', `/repos/acme/p/remote_pushes/${running.started.id}`)).status).toBe(204);
  expect(Date.now() - began).toBeLessThan(2000);
  expect(await running.look()).toMatchObject({ status: 'cancelled' });
});
