/** Repositories of each system, said to be of another one: what is there is named. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { freePort } from '../testing/ports.ts';
import { serveSvnHttp } from '../testing/svn-http.ts';
import { makeSvnSource, serveSvn } from '../testing/svn-sources.ts';
import { HgWorkspace } from './mercurial/testing/hg.ts';
import { serveHg } from './mercurial/testing/serve-hg.ts';
import { TfvcModel } from './tfvc/testing/model.ts';
import { TfvcServer } from './tfvc/testing/server.ts';

const TITLES = { git: 'Git', mercurial: 'Mercurial', subversion: 'Subversion', tfvc: 'Team Foundation' };

let folder: string;
let engine: TestEngine;
const addresses: [keyof typeof TITLES, string][] = [];
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry named '));
  engine = await startTestEngine();
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('a', '1');
  hg.commit('first');
  hg.hg('bundle', '-q', '--all', join(folder, 'all.hg'));
  const hgServer = await serveHg(hg.path, 'ignore');
  makeGitSource(folder, 'some.git', historyStream(2));
  const gitServer = await serveGitHttp(folder, null);
  const svn = makeSvnSource(folder, 'svn', [{ author: 'ann', message: 'first', changes: [{ path: 'trunk' }] }]);
  const apache = await serveSvnHttp(join(folder, 'apache'), svn, null);
  const svnserve = await serveSvn(folder, [svn], null);
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({}, (work) => work.add('$/Shop/readme.txt', 'text\n'));
  const tfvc = await TfvcServer.start(model);
  stops.push(hgServer.stop, gitServer.stop, apache.stop, svnserve.stop, () => tfvc.stop());
  addresses.push(
    ...(['hg', 'all.hg'].map((name) => ['mercurial', join(folder, name)]) as [keyof typeof TITLES, string][]),
    ['mercurial', hgServer.url],
    ['git', join(folder, 'some.git')],
    ['git', `${gitServer.url}/some.git`],
    ['subversion', svn],
    ['subversion', apache.url],
    ['subversion', `${svnserve.url}/svn`],
    ['tfvc', `${tfvc.url}/Shop`],
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['git', 'mercurial', 'subversion', 'tfvc'] as const)('those of others, named as %s', async (vcs) => {
  for (const [is, vcs_url] of addresses.filter(([is]) => is !== vcs)) {
    const { body } = await engine.api('POST', '/import_detections', { vcs_url, vcs });
    expect(body, vcs_url).toMatchObject({ status: 'detection_found_nothing', failure: 'import.other_system' });
    expect(body.message).toBe(
      `No ${TITLES[vcs]} repository was found at ${vcs_url}: what lies there is one of ${TITLES[is]}. Give ${is} as its system (vcs), or none, so that Gantry finds that out, and try again.`,
    );
  }
});

test('an import says the same, and goes on by the right name', async () => {
  const [, vcs_url] = addresses.find(([, url]) => url.startsWith('svn://')) ?? [];
  await engine.api('POST', '/orgs/acme/repos', { name: 'named' });
  await engine.api('PUT', '/repos/acme/named/import', { vcs_url, vcs: 'git' });
  const { message } = await engine.importIn('named', ['detection_found_nothing', 'error', 'complete']);
  expect(message).toMatch(/what lies there is one of Subversion\. Give subversion .* start the import again\.$/);
  expect((await engine.api('PUT', '/repos/acme/named/import', { vcs_url, vcs: 'subversion' })).body).toMatchObject({
    vcs: 'subversion',
  });
  const ended = await engine.importIn('named', ['error', 'complete']);
  expect(ended.status, ended.message).toBe('complete');
});

test('a server of Subversion that does not answer is no Git repository that cannot be read', async () => {
  const { body } = await engine.api('POST', '/import_detections', {
    vcs_url: `svn://127.0.0.1:${await freePort()}/x`,
    vcs: 'git',
  });
  expect(body).toMatchObject({ status: 'detection_found_nothing', failure: 'git.no_address' });
});
