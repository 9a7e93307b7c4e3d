/** git-lfs as people have it, against `clone_url`. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startServer } from '../loopback/server.ts';
import { runClient, withLogin } from '../testing/clone-clients.ts';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';

const hasLfs = (() => {
  try {
    execFileSync('git', ['lfs', 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('git-lfs is not installed: its own client is not tried.\n');
    return false;
  }
})();

let engine: TestEngine;
let server: ApiServer;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lfs '));
  engine = await startTestEngine();
  server = await startServer(engine.service, 0);
  for (const login of ['member', 'stranger']) {
    await engine.api('POST', '/admin/users', { login, password: 'a long password' });
  }
  await engine.api('PUT', '/orgs/acme/memberships/member');
});
afterAll(async () => {
  await server.close();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const origin = () => new URL(server.baseUrl).origin;
const url = (name: string) => `${origin()}/acme/${name}.git`;
const path = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
const objectOf = (name: string, oid: string) => join(path(name), 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const make = (name: string, isPrivate = false) => engine.api('POST', '/orgs/acme/repos', { name, private: isPrivate });

function put(name: string, content: Buffer): string {
  const oid = sha256(content);
  mkdirSync(dirname(objectOf(name, oid)), { recursive: true });
  writeFileSync(objectOf(name, oid), content);
  return oid;
}

async function batch(name: string, body: unknown, headers: Record<string, string>) {
  const answer = await fetch(`${url(name)}/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.git-lfs+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { objects: Entry[]; message?: string } };
}
interface Entry {
  error?: { code: number };
  actions?: Record<string, { href: string; header?: Record<string, string> }>;
}

test.skipIf(!hasLfs)('eight clients push large files, clone and pull them while an import runs', async () => {
  await make('large', true);
  const source = makeGitSource(folder, 'long.git', historyStream(3000));
  await make('long');
  await engine.api('PUT', '/repos/acme/long/import', { vcs_url: source, vcs: 'git' });
  const address = withLogin(url('large'), OWNER.login, OWNER.password);
  const ends = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const work = join(folder, `work${count++}`);
      const run = (...args: string[]) => runClient(work, args);
      mkdirSync(work);
      const content = randomBytes(300_000 + n);
      await run('init', '--quiet', '-b', `client${n}`);
      await run('lfs', 'install', '--local');
      await run('lfs', 'track', '*.bin');
      writeFileSync(join(work, 'a.bin'), content);
      await run('add', '.');
      await run('commit', '--quiet', '-m', 'large');
      const pushed = await run('push', '--quiet', address, `client${n}`);
      const other = join(folder, `work${count++}`);
      const branch = ['--branch', `client${n}`];
      const cloned = await runClient(folder, [
        '-c',
        'filter.lfs.smudge=cat',
        'clone',
        '--quiet',
        ...branch,
        address,
        other,
      ]);
      await runClient(other, ['lfs', 'install', '--local']);
      const pulled = await runClient(other, ['lfs', 'pull']);
      expect([pushed.stderr, cloned.stderr, pulled.stderr, pulled.code]).toMatchObject([
        expect.not.stringContaining('error'),
        '',
        '',
        0,
      ]);
      return readFileSync(join(other, 'a.bin')).equals(content) && existsSync(objectOf('large', sha256(content)));
    }),
  );
  expect(ends).toEqual(Array.from({ length: 8 }, () => true));
  expect(await engine.importIn('long', ['complete', 'error'])).toMatchObject({ status: 'complete' });
});

test('batch: rights, what is there and what is not, and what is no batch', async () => {
  await make('open');
  await make('secret', true);
  const content = randomBytes(1000);
  for (const name of ['open', 'secret']) put(name, content);
  const there = { oid: sha256(content), size: 1000 };
  const download = { operation: 'download', objects: [there] };
  const upload = { operation: 'upload', objects: [{ oid: 'a'.repeat(64), size: 5 }] };
  const table: Record<string, number[]> = {};
  const callers: Record<string, Record<string, string>> = {
    nobody: {},
    stranger: basic('stranger', 'a long password'),
    member: basic('member', 'a long password'),
    owner: basic(OWNER.login, OWNER.password),
  };
  for (const [caller, headers] of Object.entries(callers)) {
    table[caller] = [];
    for (const name of ['open', 'secret']) {
      for (const asked of [download, upload]) table[caller].push((await batch(name, asked, headers)).status);
    }
  }
  expect(table).toEqual({
    nobody: [401, 401, 401, 401],
    stranger: [404, 404, 404, 404],
    member: [200, 200, 200, 200],
    owner: [200, 200, 200, 200],
  });
  const owner = callers.owner as Record<string, string>;
  const errors = async (objects: object[]) =>
    (await batch('open', { operation: 'download', objects }, owner)).body.objects.map(({ error }) => error?.code);
  expect(
    await errors([there, { ...there, size: 2 }, { oid: 'b'.repeat(64), size: 1 }, { oid: '../x', size: 1 }]),
  ).toEqual([undefined, 422, 404, 422]);
  for (const odd of [
    '',
    '[',
    '['.repeat(200_000),
    '{}',
    { operation: 'delete', objects: [there] },
    { ...download, objects: [] },
  ]) {
    expect((await batch('open', odd, owner)).status).toBe(422);
  }
  expect((await batch('open', { ...download, hash_algo: 'md5' }, owner)).status).toBe(409);
  expect((await batch('open', { ...download, transfers: ['ssh'] }, owner)).status).toBe(422);
  expect((await batch('open', ' '.repeat(300_000), owner)).status).toBe(413);
  // What the action is signed with reads this, and nothing else.
  const [entry] = (await batch('secret', download, owner)).body.objects;
  const { href, header } = entry?.actions?.download ?? { href: '' };
  expect((await fetch(href)).status).toBe(401);
  expect((await fetch(href, { headers: header ?? {} })).status).toBe(200);
  expect((await fetch(href, { method: 'PUT', body: 'x', headers: header ?? {} })).status).toBe(403);
  const part = await fetch(href, { headers: { ...header, range: 'bytes=900-' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 900-999/1000']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(900));
  expect((await fetch(href, { headers: { ...header, range: 'bytes=1000-' } })).status).toBe(416);
});

test('an upload is whole and what it is called, or it is not there', async () => {
  await make('into');
  const content = randomBytes(100_000);
  const oid = sha256(content);
  const asked = { operation: 'upload', objects: [{ oid, size: content.length }] };
  const [entry] = (await batch('into', asked, basic('member', 'a long password'))).body.objects;
  const { href, header = {} } = entry?.actions?.upload ?? { href: '' };
  const send = async (body: Buffer, headers: Record<string, string> = header, to = href) =>
    (await fetch(to, { method: 'PUT', body: new Uint8Array(body), headers })).status;
  const unfinished = () => readdirSync(join(engine.folder, 'git-http/unfinished'));
  expect(await send(content.subarray(1))).toBe(422);
  expect(await send(Buffer.concat([content, content]))).toBe(422);
  expect(await send(randomBytes(content.length))).toBe(422);
  expect(await send(content, {})).toBe(401);
  expect(await send(content, header, href.replace('/into.git/', '/open.git/'))).toBe(404);
  expect(existsSync(objectOf('into', oid))).toBe(false);
  // Cut off in the middle.
  await new Promise<void>((resolve) => {
    const sent = request(href, { method: 'PUT', headers: { ...header, 'content-length': content.length } });
    sent.once('error', () => resolve());
    sent.write(content.subarray(0, 50_000), () => sent.destroy(new Error('gone')));
  });
  expect(await send(content)).toBe(200);
  expect(readFileSync(objectOf('into', oid))).toEqual(content);
  await engine.until(async () => (unfinished().length === 0 ? true : undefined));
  // While an import works on it, nothing comes in.
  const source = join(folder, 'source.git');
  mkdirSync(source);
  git(source, ['init', '--quiet', '--bare', '--initial-branch=main']);
  git(source, ['fast-import', '--quiet', '--done'], { input: historyStream(2) });
  await make('busy');
  await engine.api('PUT', '/repos/acme/busy/import', { vcs_url: source, vcs: 'git', hold_before_push: true });
  await engine.importIn('busy', ['importing', 'mapping', 'pushing'], (body) => body.waiting_for_release === true);
  expect(await batch('busy', asked, basic(OWNER.login, OWNER.password))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('An import works on acme/busy.') },
  });
});

test('locks are not offered', async () => {
  const headers = basic(OWNER.login, OWNER.password);
  const verify = await fetch(`${url('open')}/info/lfs/locks/verify`, { method: 'POST', body: '{}', headers });
  expect(verify.status).toBe(501);
  expect(verify.headers.get('content-type')).toBe('application/vnd.git-lfs+json');
});
