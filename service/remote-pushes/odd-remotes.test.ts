/** Pushes to remotes that change meanwhile, hold very many refs, or fall silent. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveSsh } from '../ssh/testing/ssh-server.ts';
import { startBusyServer } from '../testing/busy-server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry remotes '));
  engine = await startTestEngine();
  await imported('p', makeGitSource(folder, 'source.git', historyStream(5, undefined, TAG('ours', 3))));
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const TAG = (text: string, mark: number) =>
  `tag t\nfrom :${mark}\ntagger Eve <eve@x> 1000000000 +0000\ndata ${text.length}\n${text}\n`;
const OURS = () => join(engine.folder, 'repositories/acme/p.git');
const headOf = (repository: string, ref: string) => git(repository, ['rev-parse', ref]).trim();

/** Another commit behind the remote's main. */
function commitOn(remote: string): string {
  const who = ['-c', 'user.name=Eve', '-c', 'user.email=eve@x'];
  return git(remote, [...who, 'commit-tree', '-p', 'refs/heads/main', '-m', 'x', 'refs/heads/main^{tree}']).trim();
}

async function imported(repo: string, source: string) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs: 'git', vcs_url: source });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

async function push(remoteUrl: string, when_not_empty = 'ask', repo = 'p') {
  const path = `/repos/acme/${repo}/remote_pushes`;
  const { body } = await engine.api('POST', path, { remote_url: remoteUrl, when_not_empty });
  return engine.until(async () => {
    const now = (await engine.api('GET', `${path}/${body.id}`)).body;
    return now.status === 'running' ? undefined : now;
  });
}

test('what somebody pushed after the question was asked is not overwritten by its answer', async () => {
  const remote = makeGitSource(folder, 'other.git', historyStream(2, ['Eve <eve@x>']));
  expect(await push(remote)).toMatchObject({ status: 'needs_decision' });
  const theirs = commitOn(remote);
  git(remote, ['update-ref', 'refs/heads/main', theirs]);
  const again = await push(remote, 'overwrite');
  expect(again).toMatchObject({
    status: 'needs_decision',
    message: expect.stringContaining('since you were asked'),
    target: { refused: [{ ref: 'refs/heads/main' }] },
  });
  expect(headOf(remote, 'refs/heads/main')).toBe(theirs);
  expect(await push(remote, 'overwrite')).toMatchObject({ status: 'complete' });
  expect(refsOf(remote)).toBe(refsOf(OURS()));
});

test('a remote whose settings forbid to overwrite history says so, and nobody pushed meanwhile', async () => {
  const remote = makeGitSource(folder, 'shared.git', historyStream(2, ['Eve <eve@x>']));
  git(remote, ['config', 'receive.denyNonFastForwards', 'true']);
  const theirs = headOf(remote, 'refs/heads/main');
  expect(await push(remote, 'overwrite')).toMatchObject({
    status: 'needs_decision',
    message: expect.stringMatching(/denying non-fast-forward .* forbid to overwrite history: .*denyNonFastForwards/),
  });
  expect(headOf(remote, 'refs/heads/main')).toBe(theirs);
  git(remote, ['config', 'receive.denyNonFastForwards', 'false']);
  expect(await push(remote, 'overwrite')).toMatchObject({ status: 'complete' });
});

test('an annotated tag is overwritten as the question had it, and the branch that HEAD names', async () => {
  const remote = makeGitSource(folder, 'tags.git', historyStream(2, ['Eve <eve@x>'], TAG('theirs', 1)));
  git(remote, ['symbolic-ref', 'HEAD', 'refs/heads/main']);
  expect(await push(remote)).toMatchObject({ status: 'needs_decision', target: { only_there: 0, refused_count: 2 } });
  expect(await push(remote, 'overwrite')).toMatchObject({ status: 'complete' });
  expect(refsOf(remote)).toBe(refsOf(OURS()));
  expect(git(remote, ['cat-file', '-t', 'refs/tags/t']).trim()).toBe('tag');
});

test('with keep, refs that are equal already and one that holds other history are a complete push', async () => {
  const remote = join(folder, 'equal.git');
  git(folder, ['clone', '--quiet', '--mirror', OURS(), remote]);
  git(remote, ['update-ref', 'refs/heads/main', headOf(remote, 'refs/heads/main~2')]);
  const theirs = commitOn(remote);
  git(remote, ['update-ref', 'refs/heads/main', theirs]);
  expect(await push(remote, 'keep')).toMatchObject({
    status: 'complete',
    target: { equal: 1, left_out: ['refs/heads/main'] },
  });
  expect(headOf(remote, 'refs/heads/main')).toBe(theirs);
});

/** An empty repository behind `git http-backend` that takes pushes. */
async function webRemote(name: string): Promise<{ server: GitHttp; path: string }> {
  const place = join(folder, name);
  mkdirSync(place);
  const path = join(place, 'r.git');
  git(place, ['init', '--quiet', '--bare', path]);
  git(path, ['config', 'http.receivepack', 'true']);
  return { server: await serveGitHttp(place, null), path };
}

// 404 is what IIS answers there.
test.each([413, 404])(
  'a remote that takes no request however small (%i) says so, and is not asked again and again',
  async (status) => {
    const { server, path } = await webRemote(`limited ${status}`);
    const sends = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.endsWith('/git-receive-pack');
    const limit = await startBusyServer(Number(new URL(server.url).port), Array(9).fill(status), sends);
    const url = `http://127.0.0.1:${limit.port}/r.git`;
    expect(await push(url)).toMatchObject({
      status: 'error',
      message: `The remote takes no push as large as this one. It says: HTTP ${status}. Push to an address of ssh, which has no such limit, or have it raised in the server or a proxy before it (nginx: client_max_body_size, Apache: LimitRequestBody, IIS: maxAllowedContentLength, Cloudflare: 100 MB), and push again.`,
    });
    expect(limit.answered.length).toBeLessThan(5);
    expect(refsOf(path)).toBe('');
    await limit.stop();
    await server.stop();
  },
);

test('why a remote cannot keep what was sent is said', async () => {
  const remote = join(folder, 'unpacks nothing.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  // Nothing can be laid into it, whoever may.
  rmSync(join(remote, 'objects'), { recursive: true, force: true });
  writeFileSync(join(remote, 'objects'), '', { mode: 0o755 });
  expect((await push(remote)).message).toMatch(
    /\(unpacker error\)\. It says: .*remote unpack failed: unable to create temporary/,
  );
});

test('a remote that had too much to do gets it a moment later', async () => {
  const { server, path } = await webRemote('busy');
  const sends = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.endsWith('/git-receive-pack');
  const busy = await startBusyServer(Number(new URL(server.url).port), [503], sends);
  expect(await push(`http://127.0.0.1:${busy.port}/r.git`)).toMatchObject({ status: 'complete' });
  expect(busy.answered).toEqual([503]);
  expect(refsOf(path)).toBe(refsOf(OURS()));
  await busy.stop();
  await server.stop();
});

/** A repository and a remote with the same tags on other commits. */
async function withManyTags(repo: string, count: number): Promise<string> {
  const tags = (mark: number) =>
    Array.from({ length: count }, (_, n) => `reset refs/tags/release-candidate-${n}\nfrom :${mark}\n\n`).join('');
  await imported(repo, makeGitSource(folder, `${repo}-ours.git`, historyStream(3, undefined, tags(2))));
  const remote = makeGitSource(folder, `${repo}-theirs.git`, historyStream(3, undefined, tags(1)));
  git(remote, ['pack-refs', '--all']);
  return remote;
}

test('very many tags that hold something else there are left out', async () => {
  const remote = await withManyTags('many', 6_000);
  expect(await push(remote, 'keep', 'many')).toMatchObject({ status: 'complete', target: { left_out_count: 6_000 } });
});

test('more tags than one push names are overwritten', async () => {
  const remote = await withManyTags('some', 400);
  expect(await push(remote, 'overwrite', 'some')).toMatchObject({
    status: 'complete',
    target: { refused_count: 400, left_out_count: 0 },
  });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/some.git')));
});

test('of two pushes to one remote the second waits for the first, and finds that nothing is left to do', async () => {
  const remote = mkdtempSync(join(folder, 'twice '));
  git(folder, ['init', '--quiet', '--bare', remote]);
  const pushes = await Promise.all([push(remote), push(remote)]);
  // Of two requests on the way at once either may come first: the number says which did.
  expect(pushes.sort((a, b) => a.id - b.id)).toMatchObject([
    { status: 'complete', target: null },
    { status: 'complete', target: { equal: 2, new: 0 } },
  ]);
});

test('a push is cancelled while an unknown server is asked for its keys', async () => {
  const server = await serveSsh();
  const sockets: Socket[] = [];
  let silent: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    silent = resolve;
  });
  // The first visitor, git's ssh, is answered; ssh-keyscan is not.
  const front = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (sockets.length > 1) return silent();
    const inner = connect(server.port, '127.0.0.1');
    inner.on('error', () => undefined);
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  const { port } = front.address() as AddressInfo;
  try {
    const remote_url = `ssh://git:open-sesame@127.0.0.1:${port}/r.git`;
    const { body } = await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url });
    expect(body.remote_url).toBe(`ssh://git@127.0.0.1:${port}/r.git`);
    await asked;
    expect((await engine.api('DELETE', `/repos/acme/p/remote_pushes/${body.id}`)).status).toBe(204);
    expect((await engine.api('GET', `/repos/acme/p/remote_pushes/${body.id}`)).body).toMatchObject({
      status: 'cancelled',
    });
    expect(readFileSync(join(engine.folder, 'gantry.sqlite-wal'), 'latin1')).not.toContain('open-sesame');
    expect(engine.logLines.join('\n')).not.toContain('open-sesame');
  } finally {
    for (const socket of sockets) socket.destroy();
    front.close();
    await server.stop();
  }
});
