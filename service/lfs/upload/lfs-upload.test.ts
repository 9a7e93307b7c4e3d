/** Pushes of a repository with large files to a real Git LFS server. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { push as pushOnce } from '../../remote-pushes/push.ts';
import { scanHostKeys } from '../../ssh/host-keys.ts';
import { serveSsh } from '../../ssh/testing/ssh-server.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import { type LfsBehaviour, type LfsServer, startLfsServer } from '../../testing/lfs-server.ts';
import { lfsEndpoint, sshRemote } from '../server/find-server.ts';

/** Larger than what sockets hold, so that a server that stops reading stops the upload. */
const SIZE = 32 << 20;
const BEN = { name: 'ben', password: 'top secret words' };

let engine: TestEngine;
let folder: string;
let gitHttp: GitHttp;
let lfs: LfsServer;
let closed: LfsServer;
let sum: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lfs '));
  engine = await startTestEngine(undefined, { largeFileBytes: 1 << 20 });
  const source = makeGitSource(folder, 'source.git', historyStream(3));
  const work = join(folder, 'work');
  git(folder, ['clone', '--quiet', source, work]);
  const content = Buffer.alloc(SIZE, 'large');
  sum = createHash('sha256').update(content).digest('hex');
  writeFileSync(join(work, 'big.bin'), content);
  git(work, ['add', '.']);
  git(work, ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit', '--quiet', '-m', 'big']);
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: work });
  await engine.api('PATCH', '/repos/acme/p/import/lfs', { use_lfs: 'opt_in' });
  expect(await engine.importIn('p', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  gitHttp = await serveGitHttp(folder, null);
  lfs = await startLfsServer(gitHttp.url);
  closed = await startLfsServer(gitHttp.url, BEN);
});
beforeEach(() => {
  for (const server of [lfs, closed]) {
    server.behave('well');
    server.objects.clear();
    server.requests.length = 0;
  }
});
afterAll(async () => {
  await Promise.all([lfs.stop(), closed.stop(), gitHttp.stop()]);
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function newRemote(name: string): string {
  const remote = join(folder, name);
  git(folder, ['init', '--quiet', '--bare', remote]);
  git(remote, ['config', 'http.receivepack', 'true']);
  return remote;
}

async function start(remote_url: string, login: object = {}) {
  const started = await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url, ...login });
  expect(started.status).toBe(201);
  const path = `/repos/acme/p/remote_pushes/${started.body.id}`;
  const look = async () => (await engine.api('GET', path)).body;
  const end = () =>
    engine.until(async () => {
      const now = await look();
      return now.status === 'running' ? undefined : now;
    });
  return { path, look, end };
}

test('contents arrive before the refs, once only, and are asked after', async () => {
  const remote = newRemote('one.git');
  const push = await start(`${lfs.url}/one.git`);
  expect(await push.end()).toMatchObject({ status: 'complete', percent: 100, message: null });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/p.git')));
  expect(lfs.objects.get(sum)?.length).toBe(SIZE);
  const requests = lfs.requests.map(({ what }) => what);
  expect(requests).toEqual(['POST /one.git/info/lfs/objects/batch', `PUT /storage/${sum}`, 'POST /verify']);
  expect(await (await start(`${lfs.url}/one.git`)).end()).toMatchObject({ status: 'complete' });
  expect(lfs.requests).toHaveLength(4);
});

test('the login goes to the server that it was given for, and is asked for', async () => {
  newRemote('closed.git');
  const url = `${closed.url}/closed.git`;
  expect(await (await start(url)).end()).toMatchObject({
    status: 'auth_failed',
    message: expect.stringContaining('needs a user name and a password'),
  });
  const wrong = await (await start(url, { username: 'ben', password: 'wrong words' })).end();
  expect(wrong).toMatchObject({ status: 'auth_failed', message: expect.stringContaining('was refused') });
  expect(await (await start(url, { username: BEN.name, password: BEN.password })).end()).toMatchObject({
    status: 'complete',
  });
  expect(closed.requests.slice(-3).every(({ login }) => login?.startsWith('Basic '))).toBe(true);
  expect(engine.logLines.join('\n')).not.toMatch(/top secret|wrong words/);
});

test('what a server refuses becomes a sentence, and no ref is sent', async () => {
  const remote = newRemote('refused.git');
  const sentences: [LfsBehaviour, RegExp][] = [
    ['absent', /^The remote answers no Git LFS requests at .*Switch Git LFS on there/],
    ['nonsense', /^The remote answers no Git LFS requests/],
    ['refuse-object', /refused a large file of \d+ bytes\. It says: larger than 1 GB/],
    ['refuse-upload', /did not take a large file .* It says: no space left for you\. Have the room .* enlarged there/],
    ['verify-fails', /does not find it afterwards/],
  ];
  for (const [how, sentence] of sentences) {
    lfs.behave(how);
    const ended = await (await start(`${lfs.url}/refused.git`)).end();
    expect(ended, how).toMatchObject({ status: 'error', message: expect.stringMatching(sentence) });
    expect(refsOf(remote)).toBe('');
  }
});

// What nginx, S3 and Google's storage answer to an upload that they do not take; 422 is what servers say to `verify`.
test.each([
  [
    413,
    '<html><title>413 Request Entity Too Large</title></html>',
    /\(413\)\. Have the limit raised .*client_max_body_size/,
  ],
  [
    400,
    '<?xml version="1.0"?>\n<Error><Code>EntityTooLarge</Code><Message>Your proposed upload exceeds the maximum allowed size</Message></Error>',
    /\(400\)\. It says: Your proposed upload exceeds the maximum allowed size\. Push again, and if it stays so/,
  ],
  [
    403,
    '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    /Access Denied\. Change this account's rights/,
  ],
])('what can be done about a refused upload is what its status says: %s', async (status, body, sentence) => {
  newRemote(`refused-${status}.git`);
  lfs.objects.clear();
  lfs.behave('well');
  lfs.habits = {
    answer: (request, response) => {
      if (request.method !== 'PUT') return false;
      request.resume();
      response.writeHead(status).end(body);
      return true;
    },
  };
  const ended = await (await start(`${lfs.url}/refused-${status}.git`)).end();
  expect(ended).toMatchObject({ status: 'error', message: expect.stringMatching(sentence) });
});

test('a server that was asked too often is not asked before the time that it names', async () => {
  newRemote('too-often.git');
  lfs.habits = {
    answer: (request, response) => {
      request.resume();
      response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"slow down"}');
      return true;
    },
  };
  expect(await (await start(`${lfs.url}/too-often.git`)).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining(
      '(429). It says: slow down. It asks to be left alone for 60 minutes. Push again later',
    ),
  });
  expect(lfs.requests).toHaveLength(1);
});

test('a login that ends in the middle of the contents is asked for again', async () => {
  newRemote('ended.git');
  const url = `${closed.url}/ended.git`;
  for (const part of ['/verify', '/storage/']) {
    closed.behave('well');
    closed.objects.clear();
    closed.habits = {
      answer: (request, response) => {
        if (!request.url?.startsWith(part)) return false;
        request.resume();
        response.writeHead(401, { 'www-authenticate': 'Basic realm="lfs"' }).end();
        return true;
      },
    };
    expect(await (await start(url, { username: BEN.name, password: BEN.password })).end(), part).toMatchObject({
      status: 'auth_failed',
      failure: 'lfs.login_refused',
    });
  }
});

test('an upload tells how far it is; one that hangs is cancelled', async () => {
  newRemote('slow.git');
  lfs.objects.clear();
  lfs.behave('stall');
  const sofar = lfs.requests.length;
  const push = await start(`${lfs.url}/slow.git`);
  await lfs.uploadBegun;
  // What the sockets took is told; the rest waits.
  await engine.until(async () =>
    /^Sending large files, \d+ of 32 MB\.$/.test((await push.look()).status_text) ? true : undefined,
  );
  expect((await engine.api('DELETE', push.path)).status).toBe(204);
  expect(await push.look()).toMatchObject({ status: 'cancelled' });
  // A server that goes on being silent is asked again in the end: the stop came before that.
  expect(lfs.requests.slice(sofar).filter(({ what }) => what.startsWith('PUT'))).toHaveLength(1);
});

test('a server that has too much to do is asked again; what it took is not sent twice', async () => {
  const remote = newRemote('busy.git');
  lfs.objects.clear();
  lfs.behave('busy-twice');
  const sofar = lfs.requests.length;
  const texts: string[] = [];
  await pushOnce({
    repositoryPath: join(engine.folder, 'repositories/acme/p.git'),
    remoteUrl: `${lfs.url}/busy.git`,
    credentials: null,
    privateFolder: join(folder, 'private'),
    signal: new AbortController().signal,
    whenNotEmpty: 'ask',
    too: { notes: true, deleted: false },
    pushedBefore: false,
    asked: null,
    onProgress: (_percent, text) => texts.push(inEnglish(text)),
    patience: { limitMs: () => 300_000, elapsed: () => 0, wait: async () => undefined },
  });
  expect(
    texts.filter((text) => /^Waiting for the remote\. Trying again in (a second|2 seconds)\.$/.test(text)),
  ).toHaveLength(2);
  const batch = 'POST /busy.git/info/lfs/objects/batch';
  const put = `PUT /storage/${sum}`;
  expect(lfs.requests.slice(sofar).map(({ what }) => what)).toEqual([batch, batch, put, batch, put, 'POST /verify']);
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/p.git')));
  lfs.behave('well');
});

test('a remote of SSH says where its large files go, and gives the login for it', async () => {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const asked = join(folder, 'asked');
  const answer = (text: string) =>
    writeFileSync(
      join(programs, 'git-lfs-authenticate'),
      `#!/bin/sh\nprintf '%s|%s' "$1" "$2" > '${asked}'\ncat <<'END'\n${text}\nEND\n`,
      { mode: 0o755 },
    );
  const server = await serveSsh({ programs });
  try {
    const keys = (await scanHostKeys(server.url, new AbortController().signal))?.keys ?? [];
    await engine.api('POST', '/ssh_host_keys', { host: '127.0.0.1', port: server.port, keys });
    const remote = newRemote("it's ssh.git");
    const url = `${server.url}${remote.replaceAll(' ', '%20')}`;
    closed.objects.clear();

    // Nothing but Git at the other end.
    expect(await (await start(url)).end()).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/127\.0\.0\.1 does not say over SSH where they go.*https:\/\//),
    });
    expect(refsOf(remote)).toBe('');

    answer('Welcome to the machine');
    expect(await (await start(url)).end()).toMatchObject({
      status: 'error',
      message: expect.stringContaining('does not say over SSH'),
    });

    const login = `Basic ${Buffer.from(`${BEN.name}:${BEN.password}`).toString('base64')}`;
    answer(
      JSON.stringify({ href: `${closed.url}/over-ssh/info/lfs`, header: { Authorization: login }, expires_in: 1 }),
    );
    expect(await (await start(url)).end()).toMatchObject({ status: 'complete' });
    expect(readFileSync(asked, 'utf8')).toBe(`${remote}|upload`);
    expect(closed.objects.get(sum)?.length).toBe(SIZE);
    expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/p.git')));
    expect(engine.logLines.join('\n')).not.toContain(login);
  } finally {
    await server.stop();
  }
});

test('parts of SSH addresses', () => {
  expect(sshRemote('ssh://git@host.example:2222/a/b.git')).toEqual({
    host: 'host.example',
    destination: ['-p', '2222', '-l', 'git', '--', 'host.example'],
    path: '/a/b.git',
  });
  expect(sshRemote('git@host.example:a/b.git')).toEqual({
    host: 'host.example',
    destination: ['-l', 'git', '--', 'host.example'],
    path: 'a/b.git',
  });
  expect(sshRemote('ssh://-oProxyCommand=evil/a')).toBeNull();
  expect(sshRemote('https://host.example/a')).toBeNull();
});

test('a remote on this machine gets the contents beside its objects; where none can go, it is said', async () => {
  const remote = newRemote('local.git');
  expect(await (await start(remote)).end()).toMatchObject({ status: 'complete' });
  const object = join(remote, 'lfs/objects', sum.slice(0, 2), sum.slice(2, 4), sum);
  expect(existsSync(object) && readFileSync(object).length).toBe(SIZE);
  expect(lfsEndpoint('https://host.example/a/b')).toBe('https://host.example/a/b.git/info/lfs');
  expect(lfsEndpoint('https://host.example/a/b.git/')).toBe('https://host.example/a/b.git/info/lfs');
  expect(lfsEndpoint('ssh://git@host.example/a/b.git')).toBeNull();
  expect(lfsEndpoint('git@host.example:a/b.git')).toBeNull();
});

test('a push whose large file nobody has any more is complete, and says so', async () => {
  const lost = join(engine.folder, 'repositories/acme/p.git/lfs/objects', sum.slice(0, 2));
  const away = join(engine.folder, 'away');
  renameSync(lost, away);
  try {
    expect(await (await start(newRemote('lost.git'))).end()).toMatchObject({
      ...{ status: 'complete', failure: 'push.contents_absent', target: null },
      message: expect.stringMatching(/^What was pushed arrived\. But contents of a large file .*: big\.bin\. Push/),
    });
  } finally {
    renameSync(away, lost);
  }
});
