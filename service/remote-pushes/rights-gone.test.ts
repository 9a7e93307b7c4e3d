/** Pushes that wait longer than the rights of who asked for them last. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RemotePush } from '../api/imports/remote-push-schemas.ts';
import { BASE, basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

const EVE = { login: 'eve', password: 'a long password' };
const GONE = { status: 'error', message: expect.stringMatching(/may not push acme\/\w+ there any more/) };

let engine: TestEngine;
let folder: string;
let source: string;
let served: string;
let http: GitHttp;
/** What happens while a server that went away is waited for. */
let meanwhile = async () => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry rights '));
  engine = await startTestEngine(undefined, { wait: () => meanwhile() });
  source = makeGitSource(folder, 'source.git', historyStream(3));
  served = join(folder, 'served');
  mkdirSync(served);
  http = await serveGitHttp(served, null);
  await engine.api('POST', '/admin/users', EVE);
});
beforeEach(async () => {
  await engine.api('PUT', '/orgs/acme/memberships/eve');
});
afterAll(async () => {
  await engine.end();
  await http.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asEve = (path: string, body: object) =>
  engine.api('POST', path, body, basic(EVE.login, EVE.password)) as Promise<{ body: RemotePush & RemotePush[] }>;
const leave = () => engine.api('DELETE', '/orgs/acme/memberships/eve');

/** A repository whose import waits to be released, or is complete. */
async function imported(name: string, hold_before_push: boolean): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name, private: true });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source, hold_before_push });
  await engine.until(async () => {
    const { body } = await engine.api('GET', `/repos/acme/${name}/import`);
    return body.status === 'complete' || body.waiting_for_release === true ? true : undefined;
  });
}

function target(name: string): string {
  git(folder, ['init', '--quiet', '--bare', join(served, name)]);
  git(join(served, name), ['config', 'http.receivepack', 'true']);
  return `${http.url}/${name}`;
}

const ended = (push: RemotePush) =>
  engine.until(async () => {
    const { body } = await engine.api('GET', push.url.slice(BASE.length));
    return ['running', 'waiting'].includes(body.status) ? undefined : body;
  });

test('a push that waits for an import is not sent for one who has left the organization meanwhile', async () => {
  await imported('held', true);
  const { body } = await asEve('/repos/acme/held/remote_pushes', {
    ...{ remote_url: target('held.git'), after_import: true },
  });
  expect(body.status).toBe('waiting');
  await leave();
  await engine.api('PATCH', '/repos/acme/held/import', { hold_before_push: false });
  expect(await ended(body)).toMatchObject(GONE);
  expect(refsOf(join(served, 'held.git'))).toBe('');
});

test('nor is one that waits for its turn among many; those of others go on', async () => {
  const names = ['one', 'two', 'three'];
  for (const name of names) await imported(name, false);
  // The first two keep the places until their server closes the line.
  const lines: Socket[] = [];
  const bothAsk = Promise.withResolvers<void>();
  const silent = createServer((line) => {
    line.on('error', () => undefined);
    if (lines.push(line) === 2) bothAsk.resolve();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  await engine.api('POST', '/remote_pushes', {
    repositories: ['acme/one', 'acme/two'],
    remote_url: `http://127.0.0.1:${port}/{name}.git`,
  });
  await bothAsk.promise;
  const remote_url = target('three.git');
  const { body } = await asEve('/remote_pushes', { repositories: ['acme/three'], remote_url });
  const [hers] = body;
  const mine = await engine.api('POST', '/remote_pushes', {
    repositories: ['acme/one'],
    remote_url: target('one.git'),
  });
  await leave();
  silent.close();
  for (const line of lines) line.destroy();
  expect(await ended(hers as RemotePush)).toMatchObject(GONE);
  expect(refsOf(join(served, 'three.git'))).toBe('');
  expect(await ended(mine.body[0])).toMatchObject({ status: 'complete' });
});

test('nor is one tried again whose server was away meanwhile', async () => {
  await imported('tried', false);
  let isAway = true;
  const front = createServer((line) => {
    line.on('error', () => undefined);
    line.once('data', (first: Buffer) => {
      // What the remote has is told, then it is away until the push waits for it.
      if (isAway && first.includes('service=git-receive-pack')) return void line.destroy();
      const behind = connect(Number(new URL(http.url).port), '127.0.0.1');
      behind.on('error', () => undefined);
      behind.write(first);
      line.pipe(behind).pipe(line);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as { port: number };
  meanwhile = async () => {
    await leave();
    isAway = false;
  };
  try {
    target('tried.git');
    const remote_url = `http://127.0.0.1:${port}/tried.git`;
    const { body } = await asEve('/repos/acme/tried/remote_pushes', { remote_url });
    expect(await ended(body)).toMatchObject(GONE);
    expect(refsOf(join(served, 'tried.git'))).toBe('');
    expect(isAway).toBe(false);
  } finally {
    front.close();
  }
});
