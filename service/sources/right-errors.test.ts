/** An address that leads to no repository: the sentence says what is there, and what kept Gantry from looking. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveSsh } from '../ssh/testing/ssh-server.ts';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { freePort } from '../testing/ports.ts';
import { serveSvnHttp } from '../testing/svn-http.ts';
import { serveSvn } from '../testing/svn-sources.ts';
import { mercurialSource } from './mercurial/index.ts';
import { HgWorkspace } from './mercurial/testing/hg.ts';
import { serveHg, serveHgFolder } from './mercurial/testing/serve-hg.ts';

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry errors '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const detect = async (vcs_url: string, vcs?: string) =>
  (await engine.api('POST', '/import_detections', { vcs_url, vcs })).body;
const nothing = (message: RegExp) => ({
  status: 'detection_found_nothing',
  message: expect.stringMatching(message),
});

test.each([undefined, 'git', 'subversion', 'mercurial'])('paths of this machine, looked at as %s', async (vcs) => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('notes.txt'), 'no repository');
  mkdirSync(at('empty'), { recursive: true });
  mkdirSync(at('full'), { recursive: true });
  writeFileSync(at('full/file'), 'no repository');
  expect(await detect(at('notes.txt'), vcs)).toMatchObject(nothing(/notes\.txt is a file, and no bundle/));
  expect(await detect(at('empty'), vcs)).toMatchObject(nothing(/^The folder .*empty is empty\./));
  expect(await detect(at('none'), vcs)).toMatchObject(nothing(/^There is nothing at .*none on this machine\./));
  expect(await detect(`file://${encodeURI(at('empty'))}`, vcs)).toMatchObject(nothing(/is empty\./));
  expect((await detect(at('full'), vcs)).message).toMatch(/repository (was found )?at .*full/);
});

test('the import of such a path says the same', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'none' });
  await engine.api('PUT', '/repos/acme/none/import', { vcs_url: join(folder, 'empty') });
  const ended = await engine.importIn('none', ['detection_found_nothing', 'error']);
  expect(ended.message).toMatch(/^The folder .*empty is empty\./);
});

test('a bundle that is broken is told as one', async () => {
  const bundle = join(folder, 'broken.bundle');
  writeFileSync(bundle, '# v2 git bundle\nnonsense\n');
  expect(JSON.stringify(await detect(bundle, 'git'))).not.toContain('no bundle');
});

test('a list of Mercurial repositories is told as one, and names them', async () => {
  const served = mkdtempSync(join(folder, 'hgweb-'));
  for (const name of ['one', 'with space', 'deep/er']) new HgWorkspace(join(served, name));
  const server = await serveHgFolder(served, `${served}.conf`);
  const root = server.url.replace(/\/+$/, '');
  for (const vcs of ['mercurial', undefined]) {
    for (const url of [root, server.url]) {
      const { message } = await detect(url, vcs);
      expect(message, `${vcs}: ${message}`).toBe(
        `${url} is no Mercurial repository, but a list of 3 such: ${root}/deep/er, ${root}/one, ${root}/with%20space. Give the address of one and try again, or import all of them as a list.`,
      );
    }
    expect((await detect(root, vcs)).repositories).toEqual(
      ['deep/er', 'one', 'with%20space'].map((name) => ({
        ...{ vcs_url: `${root}/${name}`, vcs: 'mercurial', repository: null },
      })),
    );
    expect((await detect(`${root}/deep`, vcs)).message).toContain(`but a list of 1 such: ${root}/deep/er.`);
    expect(await detect(`${root}/none`, vcs)).toMatchObject(nothing(/repository was found at .*none\. Check/));
  }
  server.stop();
});

test('an address that names a branch of a Mercurial repository is not taken for the whole one', async () => {
  const hg = new HgWorkspace(join(folder, 'branches'));
  hg.write('a', '1');
  hg.commit('first');
  hg.hg('branch', '-q', 'stable');
  hg.write('a', '2');
  hg.commit('second');
  const server = await serveHg(hg.path, 'ignore');
  const ssh = await serveSsh();
  const root = server.url.replace(/\/+$/, '');
  const overSsh = `${ssh.url}/${encodeURI(hg.path)}`;
  try {
    const { unknown_host } = await detect(overSsh);
    await engine.api('POST', '/ssh_host_keys', unknown_host);
    for (const vcs of ['mercurial', undefined]) {
      for (const url of [root, overSsh]) {
        const told = await detect(`${url}#default`, vcs);
        expect(told.message).toMatch(/names a branch, tag or changeset behind its "#"/);
        expect(told.message).toContain(`Give the address ${url}, and`);
      }
    }
    expect((await detect(`${root}/file/tip/a#l1`)).message).not.toContain('behind its "#"');
    const own = { folder: join(folder, 'fetched'), privateFolder: join(folder, 'fetched private') };
    const silent = { onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined };
    const context = { credentials: null, signal: new AbortController().signal, ...own, ...silent };
    const fetched = mercurialSource.fetch(`${root}#default`, context);
    await expect(fetched).rejects.toMatchObject({ key: 'mercurial.names_part' });
  } finally {
    server.stop();
    await ssh.stop();
  }
});

test('ssh that is refused, or that nobody answers, is no repository that was not found', async () => {
  const port = await freePort();
  for (const scheme of ['ssh', 'svn+ssh']) {
    const { status, message } = await detect(`${scheme}://127.0.0.1:${port}/x`);
    expect({ status, message }).toEqual({ status: 'error', message: expect.stringMatching(/answer/) });
  }
  const server = await serveSsh({ refuse: true });
  try {
    const { unknown_host } = await detect(`${server.url}/x`);
    await engine.api('POST', '/ssh_host_keys', unknown_host);
    for (const url of [`${server.url}/x`, `${server.url.replace('ssh', 'svn+ssh')}/x`]) {
      const refused = await detect(url);
      expect(refused).toMatchObject({
        status: 'error',
        message: expect.stringContaining('took none of your SSH keys'),
      });
    }
    await engine.api('POST', '/orgs/acme/repos', { name: 'refused' });
    await engine.api('PUT', '/repos/acme/refused/import', { vcs_url: `${server.url}/x` });
    const ended = await engine.importIn('refused', ['detection_found_nothing', 'auth_failed', 'error']);
    expect(ended).toMatchObject({ status: 'error', message: expect.stringContaining('took none of your SSH keys') });
  } finally {
    await server.stop();
  }
});

test('a name without a password, as hosts show their addresses, was not refused: a password is asked for', async () => {
  makeGitSource(folder, 'named.git', historyStream(2));
  const server = await serveGitHttp(folder, { name: 'ann', password: 'secret' });
  try {
    const url = `${server.url.replace('://', '://ann@')}/named.git`;
    const asked = await detect(url);
    expect(asked).toMatchObject({
      status: 'detection_needs_auth',
      message: expect.stringContaining('needs a user name and a password'),
    });
    const { status } = await detect(url.replace('ann@', 'ann:wrong@'));
    expect(status).toBe('auth_failed');
  } finally {
    await server.stop();
  }
});

test('a host that is not there is no repository that was not found, in whatever form its address is', async () => {
  const port = await freePort();
  for (const url of [
    `git://127.0.0.1:${port}/acme/tool.git`,
    `svn://127.0.0.1:${port}/acme`,
    'git@nowhere.invalid:acme/tool.git',
    'nowhere.invalid:acme/tool.git',
  ]) {
    const { status, message } = await detect(url);
    expect([url, status], message).toEqual([url, 'error']);
  }
});

test.each([
  // Of no Team Foundation server.
  '/',
  '/repos/team/product/trunk/module',
  // svn refuses the first by itself, hg the second.
  '/repos/a/../b',
  '/viewvc/trunk/?p=5',
])('a server that is not there is no repository that was not found: %s', async (path) => {
  const { status, message } = await detect(`http://127.0.0.1:${await freePort()}${path}`);
  expect({ status, message }).toEqual({ status: 'error', message: expect.stringContaining('did not answer') });
});

test('a list of Subversion repositories and a file of one are told as such', async ({ skip }) => {
  if (!existsSync('/usr/lib/apache2/modules/mod_dav_svn.so')) return skip('there is no mod_dav_svn here');
  const repositories = mkdtempSync(join(folder, 'svn '));
  chmodSync(folder, 0o755);
  const repository = join(repositories, 'some tool');
  execFileSync('svnadmin', ['create', repository]);
  execFileSync('svnadmin', ['create', join(repositories, 'other')]);
  execFileSync(
    'svnmucc',
    ['-m', 'a file', '-U', `file://${encodeURI(repository)}`, 'mkdir', 'trunk', 'put', '/dev/null', 'trunk/plan.txt'],
    { stdio: 'ignore' },
  );
  const user = { name: 'ann', password: 'secret 7' };
  const open = await serveSvnHttp(join(folder, 'open'), repository, null);
  const closed = await serveSvnHttp(join(folder, 'closed'), repository, user);
  try {
    for (const vcs of [undefined, 'subversion'])
      expect(await detect(open.listUrl, vcs)).toMatchObject(
        nothing(/is no Subversion repository, but a list of 2 such: .*\/all\/other, .*\/all\/some%20tool\. /),
      );
    expect(await detect(closed.listUrl)).toMatchObject({ status: 'detection_needs_auth' });
    const vcs_url = closed.listUrl;
    const { body } = await engine.api('POST', '/import_detections', {
      vcs_url,
      vcs_username: user.name,
      vcs_password: user.password,
    });
    expect(body).toMatchObject(nothing(/but a list of 2/));
    expect(body.repositories).toMatchObject([{ vcs: 'subversion' }, { vcs: 'subversion' }]);
    // What was found makes a list, and the login that may read it is needed for each.
    const list = body.repositories.map((one: object) => ({ ...one, username: user.name, password: user.password }));
    const made = await engine.api('POST', '/import_batches', { list: JSON.stringify(list), owner: 'acme' });
    expect(made.body).toMatchObject({ entries_count: 2, counts: { waiting: 2 } });
    // Whoever asks: no login is missing.
    expect(await detect(open.parentUrl, 'subversion')).toMatchObject({
      message: expect.stringMatching(/refuses .*\/parent \(HTTP 403, forbidden\) .* give the address of one; else/),
    });
    chmodSync(join(repositories, 'other', 'db/format'), 0o644);
    writeFileSync(join(repositories, 'other', 'db/format'), '9999\n');
    expect(await detect(`${open.parentUrl}/other`)).toMatchObject(
      nothing(/cannot open the Subversion repository that it/),
    );
    expect(await detect(`${open.parentUrl}/none`, 'subversion')).toMatchObject(nothing(/There is no Subversion/));
    expect(await detect(`${open.url}/trunk/plan.txt`)).toMatchObject(
      nothing(new RegExp(`is a file .* Give ${open.url}, or ${open.url}/trunk, and`)),
    );
    expect(await detect(`file://${encodeURI(repository)}/trunk/plan.txt`)).toMatchObject(
      nothing(/is a file of a Subversion/),
    );
  } finally {
    await Promise.all([open.stop(), closed.stop()]);
  }
});

test('that no login helps is told of svnserve: where SSH says who somebody is, and where no users are known', async () => {
  const repository = mkdtempSync(join(folder, 'svnserve '));
  execFileSync('svnadmin', ['create', repository]);
  const configure = (text: string) => writeFileSync(join(repository, 'conf/svnserve.conf'), `[general]\n${text}\n`);
  const ssh = await serveSsh();
  const svnserve = await serveSvn(folder, [], null);
  const overSsh = `svn+ssh://127.0.0.1:${ssh.port}${encodeURI(repository)}`;
  try {
    configure('authz-db = authz\nanon-access = none');
    writeFileSync(join(repository, 'conf/authz'), '[/]\n* =\n');
    const { unknown_host } = await detect(overSsh);
    const { host, port, keys } = unknown_host;
    await engine.api('POST', '/ssh_host_keys', { host, port, keys });
    expect(await detect(overSsh)).toMatchObject({
      status: 'error',
      message: expect.stringMatching(
        /lets you in over SSH, and does not let that account read .* No password is asked/,
      ),
    });
    expect(await detect(`${svnserve.url}/${encodeURI(basename(repository))}`)).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/svnserve\.conf forbids it without a login, and names no file of users/),
    });
    configure('anon-access = read');
    expect(await detect(overSsh)).toMatchObject({ vcs: 'subversion', failure: 'source.empty' });
  } finally {
    await Promise.all([ssh.stop(), svnserve.stop()]);
  }
});

test('where rules say who reads what on a Subversion server, a list of repositories and a hidden root are told as such', async ({
  skip,
}) => {
  if (!existsSync('/usr/lib/apache2/modules/mod_authz_svn.so')) return skip('there is no mod_authz_svn here');
  const repositories = mkdtempSync(join(folder, 'rules '));
  chmodSync(folder, 0o755);
  const repository = join(repositories, 'tool');
  execFileSync('svnadmin', ['create', repository]);
  const made = ['mkdir', 'public', 'mkdir', 'team'];
  execFileSync('svnmucc', ['-m', 'folders', '-U', `file://${encodeURI(repository)}`, ...made], { stdio: 'ignore' });
  const rules = join(repositories, 'authz');
  // Apache is another user.
  writeFileSync(rules, '[tool:/]\n* = r\n');
  chmodSync(rules, 0o644);
  const directives = [`AuthzSVNAccessFile "${rules}"`];
  const user = { name: 'ann', password: 'secret 7' };
  const open = await serveSvnHttp(join(folder, 'open rules'), repository, null, null, directives);
  const hidden = join(repositories, 'hidden');
  writeFileSync(hidden, '[/]\n* =\n[/public]\n* = r\n[/team]\nann = r\n');
  chmodSync(hidden, 0o644);
  const byRoot = [`AuthzSVNAccessFile "${hidden}"`];
  const closed = await serveSvnHttp(join(folder, 'closed rules'), repository, user, null, byRoot);
  const shut = await serveSvnHttp(join(folder, 'shut rules'), repository, null, null, byRoot);
  const login = { vcs_username: user.name, vcs_password: user.password };
  try {
    // To git the same server says 403.
    expect(await detect(open.listUrl)).toMatchObject(nothing(/but a list of 1 such: .*\/all\/tool\. /));
    expect(await detect(shut.listUrl)).toMatchObject(nothing(/but a list of such, and names none that may be read/));
    const { body } = await engine.api('POST', '/import_detections', { vcs_url: closed.url, ...login });
    expect(body).toMatchObject({
      status: 'auth_failed',
      vcs: 'subversion',
      message: expect.stringMatching(/If it may read a folder in it, give the address of that one; else/),
    });
    expect(await detect(shut.url)).toMatchObject({
      status: 'detection_needs_auth',
      vcs: 'subversion',
      message: expect.stringMatching(
        /lets nobody read .* or give the address of a folder in it that everybody may read/,
      ),
    });
    expect(await detect(`${shut.url}/public`)).toMatchObject({ status: 'found', vcs: 'subversion' });
  } finally {
    await Promise.all([open.stop(), closed.stop(), shut.stop()]);
  }
});

test.each([
  ['format', '6', /made by a newer Subversion than this machine has: it is of format 6/],
  ['format', '2', /is of format 2, which this machine's Subversion is too new for/],
  ['db/fs-type', 'bdb', /keeps its history in Berkeley DB, and this machine's Subversion cannot open that/],
  ['db/format', '9999\nlayout sharded 1000\naddressing logical', /is of format 9999, and up to \d+ is read here/],
])('a Subversion repository of another format is not called none: %s %s', async (file, format, message) => {
  const repository = mkdtempSync(join(folder, 'format '));
  execFileSync('svnadmin', ['create', repository]);
  chmodSync(join(repository, file), 0o644);
  writeFileSync(join(repository, file), `${format}\n`);
  for (const vcs of [undefined, 'subversion']) expect(await detect(repository, vcs)).toMatchObject(nothing(message));
});

test('the address of a page about a repository says where the repository is', async () => {
  const served = mkdtempSync(join(folder, 'git '));
  makeGitSource(served, 'team/tool.git', historyStream(2));
  const server = await serveGitHttp(served, null);
  try {
    const repository = `${server.url}/team/tool.git`;
    for (const page of ['/tree/main/src', '/-/blob/main/a?ref=x#L1', '?version=GBmain'])
      expect(await detect(`${repository}${page}`)).toMatchObject(
        nothing(new RegExp(`There is one at ${repository}: if`)),
      );
    expect((await detect(`${repository}x/tree/main`)).message).toMatch(/^No Git.* repository was found/);
  } finally {
    await server.stop();
  }
});

test('a host that says nothing is let go when who asked goes, though nothing else would ever end it', async () => {
  // The limit of the question itself never comes.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // Reads what comes, so that an end is seen.
    socket.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  for (const scheme of ['http', 'git', 'svn', 'ssh']) {
    const stop = new AbortController();
    const connected = once(server, 'connection');
    const asked = engine.service.fetch(
      new Request(`${BASE}/import_detections`, {
        method: 'POST',
        headers: { ...basic(OWNER.login, OWNER.password), 'content-type': 'application/json' },
        body: JSON.stringify({ vcs_url: `${scheme}://127.0.0.1:${port}/x` }),
        signal: stop.signal,
      }),
    );
    await connected;
    stop.abort();
    const answer = await asked;
    expect(answer.status, scheme).toBe(499);
    // Nor does any program hold on to it.
    while (sockets.size > 0) await Promise.race([...sockets].map((socket) => once(socket, 'close')));
  }
  server.close();
  limit.mockRestore();
  expect(engine.logLines.filter((line) => line.startsWith('error POST'))).toEqual([]);
});

test('a web page of one line is no empty Git repository; one that is empty behind a server is', async () => {
  const site = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html><body>Hello</body></html>');
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/wiki`;
  expect(await detect(url, 'git')).toMatchObject(nothing(/answers with a web page, not as a Git server does/));
  expect(await detect(url)).toMatchObject(nothing(/^No Git, Mercurial, Subversion or Team Foundation repository was/));
  await new Promise((closed) => site.close(closed));
  execFileSync('git', ['init', '-q', '--bare', join(folder, 'nothing.git')]);
  const server = await serveGitHttp(folder, { name: 'ann', password: 'secret' });
  const login = { vcs_username: 'ann', vcs_password: 'secret' };
  const { body } = await engine.api('POST', '/import_detections', { vcs_url: `${server.url}/nothing.git`, ...login });
  expect(body).toMatchObject({ status: 'error', vcs: 'git', empty: true });
  await server.stop();
});
