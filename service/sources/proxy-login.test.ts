/** A proxy that does not take its login, before servers of plain HTTP that let everybody in: the proxy is named, and no login of the server asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy, type TestProxy } from '../network/testing/proxy.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { HgWorkspace } from './mercurial/testing/hg.ts';
import { serveHg } from './mercurial/testing/serve-hg.ts';

let folder: string;
let engine: TestEngine;
let proxy: TestProxy;
const addresses: Record<string, string> = {};
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry proxy '));
  engine = await startTestEngine();
  makeGitSource(folder, 'some.git', historyStream(2));
  const git = await serveGitHttp(folder, null);
  const locked = await serveGitHttp(folder, { name: 'ben', password: 'of the server' });
  const workspace = new HgWorkspace(join(folder, 'hg'));
  workspace.write('a', '1');
  workspace.commit('first');
  const hg = await serveHg(workspace.path, 'ignore');
  proxy = await startProxy(mkdtempSync(join(folder, 'proxy-')), { user: { name: 'ann', password: 'right' } });
  stops.push(git.stop, locked.stop, hg.stop, () => proxy.stop());
  Object.assign(addresses, {
    git: `${git.url}/some.git`,
    mercurial: hg.url,
    subversion: `${git.url}/svn`,
    locked: `${locked.url}/some.git`,
  });
});
afterAll(async () => {
  await engine.api('PATCH', '/settings/network', { proxy: { mode: 'system', address: '', username: '' } });
  for (const stop of stops) await stop();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const use = (password: string) =>
  engine.api('PATCH', '/settings/network', {
    proxy: { mode: 'manual', address: proxy.address, username: 'ann', password, exceptions: [] },
  });
const detect = async (vcs_url: string | undefined, vcs?: string) =>
  (await engine.api('POST', '/import_detections', { vcs_url, vcs })).body;

test('a wrong one', async () => {
  await use('wrong-secret');
  for (const vcs of ['git', 'mercurial', 'subversion']) {
    for (const named of [vcs, undefined]) {
      const told = await detect(addresses[vcs], named);
      expect(told, JSON.stringify(told)).toMatchObject({ status: 'error', failure: 'network.proxy_login_refused' });
      expect(told.message).not.toContain('wrong-secret');
    }
  }
});

test('the right one, and a server that asks for a login itself', async () => {
  await use('right');
  expect(await detect(addresses.git)).toMatchObject({ status: 'found', vcs: 'git' });
  expect(await detect(addresses.locked, 'git')).toMatchObject({ status: 'detection_needs_auth' });
});
