/** Servers that send their visitors on: it is shown, what lies there is imported, and no login goes along. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { serveSvnHttp } from '../testing/svn-http.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';
import { HgWorkspace } from './mercurial/testing/hg.ts';
import { serveHg } from './mercurial/testing/serve-hg.ts';
import { redirectTarget } from './redirects.ts';

const USER = { name: 'gil', password: 'pass word' };
const LOGIN = { vcs_username: USER.name, vcs_password: USER.password };
let engine: TestEngine;
let sources: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry redirects '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

/** Sends everything on, and keeps the logins that came along. */
async function signpost(
  answer: (path: string, isSignedIn: boolean) => { status: number; headers: Record<string, string> },
) {
  const logins: string[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) logins.push(authorization);
    const { status, headers } = answer(request.url ?? '', authorization !== undefined);
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logins,
    stop: () => server.close(),
  };
}
const onTo = (target: string) => signpost((path) => ({ status: 302, headers: { location: target + path } }));
const asking = () => signpost(() => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="elsewhere"' } }));

async function detect(body: Record<string, unknown>) {
  return (await engine.api('POST', '/import_detections', body)).body;
}

test('Git', async () => {
  makeGitSource(sources, 'moved.git', historyStream(3));
  const server = await serveGitHttp(sources, null);
  const before = await onTo(server.url);
  const vcs_url = `${before.url}/moved.git`;
  expect(await detect({ vcs_url, vcs: 'git' })).toMatchObject({
    status: 'found',
    vcs_url,
    redirected_to: `${server.url}/moved.git`,
  });
  expect(await detect({ vcs_url: `${server.url}/moved.git`, vcs: 'git' })).toMatchObject({ redirected_to: null });
  await Promise.all([server.stop(), before.stop()]);
});

test('Mercurial', async () => {
  const source = new HgWorkspace(join(sources, 'moved hg'));
  source.write('a', 'a\n');
  source.commit('one');
  const server = await serveHg(source.path);
  const target = server.url.replace(/\/+$/, '');
  const before = await onTo(target);
  expect(await detect({ vcs_url: before.url, vcs: 'mercurial' })).toMatchObject({
    status: 'found',
    empty: false,
    redirected_to: target,
  });
  server.stop();
  before.stop();
});

test('Subversion: a whole import from an address that has moved, behind a password', async () => {
  const repository = makeSvnSource(sources, 'moved svn', projectHistory('', 6));
  const server = await serveSvnHttp(join(sources, 'apache'), repository, USER);
  expect(await detect({ vcs_url: server.movedUrl, vcs: 'subversion' })).toMatchObject({
    status: 'detection_needs_auth',
  });
  expect(await detect({ vcs_url: server.movedUrl, vcs: 'subversion', ...LOGIN, vcs_password: 'x' })).toMatchObject({
    status: 'auth_failed',
  });
  expect(await detect({ vcs_url: server.movedUrl, vcs: 'subversion', ...LOGIN })).toMatchObject({
    status: 'found',
    root_url: server.url,
    redirected_to: server.url,
  });
  await engine.api('POST', '/orgs/acme/repos', { name: 'moved' });
  await engine.api('PUT', '/repos/acme/moved/import', { vcs_url: server.movedUrl, vcs: 'subversion', ...LOGIN });
  expect(await engine.importIn('moved', ['complete', 'error', 'auth_failed'])).toMatchObject({ status: 'complete' });
  const { body } = await engine.api('GET', '/repos/acme/moved/import/log');
  expect(body.map((line: { text: string }) => line.text)).toContain(
    `The server sent Gantry on from ${server.movedUrl} to ${server.url}.`,
  );
  await server.stop();
});

test('Subversion: from one address to the next, whatever the status; in a circle nobody arrives', async () => {
  const repository = makeSvnSource(sources, 'far svn', projectHistory('', 3));
  const server = await serveSvnHttp(join(sources, 'far apache'), repository, null);
  const { origin, pathname } = new URL(server.url);
  for (const status of [301, 302, 307, 308]) {
    const last = await signpost((path) => ({ status, headers: { location: origin + path } }));
    const middle = await signpost((path) => ({ status: 302, headers: { location: last.url + path } }));
    const first = await signpost((path) => ({ status, headers: { location: middle.url + path } }));
    expect(await detect({ vcs_url: first.url + pathname, vcs: 'subversion' }), String(status)).toMatchObject({
      status: 'found',
      redirected_to: server.url,
    });
    // Itself, with a slash, two that name each other, and ever longer ones, of which svn gives up the fourth.
    const nexts = [
      (path: string) => path,
      (path: string) => `${path}/`,
      (path: string) => (path.startsWith('/a') ? '/b' : '/a'),
      (path: string) => `${path}x`,
    ];
    for (const next of nexts) {
      const round = await signpost((path) => ({ status, headers: { location: next(path) } }));
      expect(await detect({ vcs_url: `${round.url}/a`, vcs: 'subversion' }), `${status} ${next}`).toMatchObject({
        status: 'detection_found_nothing',
        message: expect.stringContaining('on in a circle, so that nobody arrives'),
      });
      round.stop();
    }
    for (const post of [first, middle, last]) post.stop();
  }
  await server.stop();
});

test('no other server is told the login for the one that was named', async () => {
  const thief = await asking();
  const before = await onTo(thief.url);
  for (const vcs of ['subversion', 'mercurial', 'git'])
    expect(await detect({ vcs_url: before.url, vcs, ...LOGIN }), vcs).toMatchObject({ status: 'auth_failed' });
  expect(await detect({ vcs_url: before.url, vcs: 'subversion', ...LOGIN })).toMatchObject({
    message: expect.stringContaining(`sent Gantry on to ${thief.url}`),
  });
  expect(thief.logins).toEqual([]);
  thief.stop();
  before.stop();
});

test.each([301, 302, 307, 308])('nor is one to which a server leads whoever signed in (%i)', async (status) => {
  const thief = await asking();
  const before = await signpost((path, isSignedIn) =>
    isSignedIn
      ? { status, headers: { location: path === '/here' ? '/there' : thief.url + path } }
      : { status: 401, headers: { 'www-authenticate': 'Basic realm="r"' } },
  );
  for (const vcs of ['subversion', 'mercurial', 'git'])
    for (const path of ['/r', '/here'])
      expect(await detect({ vcs_url: before.url + path, vcs, ...LOGIN }), vcs).toMatchObject({ status: 'auth_failed' });
  expect(thief.logins).toEqual([]);
  expect(await detect({ vcs_url: `${before.url}/here`, vcs: 'subversion', ...LOGIN })).toMatchObject({
    message: expect.stringContaining(`sent Gantry on to ${thief.url}/there`),
  });
  thief.stop();
  before.stop();
});

test.each([
  ['git', (url: string) => `${url}/acme/tool.git`],
  ['mercurial', (url: string) => `${url}/acme/tool`],
  ['subversion', (url: string) => `${url}/acme/tool`],
])(
  'a server that sends %s on to one that wants a login: that one is named, and nobody is called refused',
  async (vcs, at) => {
    const other = await asking();
    const before = await onTo(other.url);
    const vcs_url = at(before.url);
    const asked = await detect({ vcs_url, vcs });
    expect(asked.message).toBe(
      `A user name and a password are asked for. The server sent Gantry on to ${at(other.url)}: use that address, with a login for it where it asks for one.`,
    );
    const given = await detect({ vcs_url, vcs, ...LOGIN });
    expect(given.message).toContain(`are only for the server of ${vcs_url}`);
    expect(given.message).toContain(`sent Gantry on to ${other.url}`);
    expect(other.logins).toEqual([]);
    expect((await detect({ vcs_url })).message).toContain(`sent Gantry on to ${other.url}`);
    other.stop();
    before.stop();
  },
);

test('what counts as another address', () => {
  expect(redirectTarget('http://a/x%20y/', 'http://a/x y')).toBe(null);
  expect(redirectTarget('http://a/x', 'https://a/x')).toBe('https://a/x');
  expect(redirectTarget('http://a/x', 'https://u:p@b/x/')).toBe('https://b/x');
  expect(redirectTarget('http://a/x', undefined)).toBe(null);
  expect(redirectTarget('/srv/x', 'file:///srv/x')).toBe(null);
});
