/** `clone_url` with the git that people have: cloning, fetching, pushing, and who may. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startServer } from '../loopback/server.ts';
import { runClient, withLogin } from '../testing/clone-clients.ts';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { MOST_GITS } from './git-door.ts';

const PERSON = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

let engine: TestEngine;
let server: ApiServer;
let folder: string;
let now = Date.now();
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry clone '));
  engine = await startTestEngine(undefined, { now: () => now });
  server = await startServer(engine.service, 0);
  for (const login of ['member', 'stranger']) {
    await engine.api('POST', '/admin/users', { login, password: 'a long password' });
  }
  await engine.api('PUT', '/orgs/acme/memberships/member');
  for (const [name, isPrivate] of [
    ['open', false],
    ['secret', true],
  ] as const) {
    await engine.api('POST', '/orgs/acme/repos', { name, private: isPrivate });
    fill(`acme/${name}`, 20);
  }
});
afterAll(async () => {
  await server.close();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const origin = () => new URL(server.baseUrl).origin;
const url = (name: string) => `${origin()}/${name}.git`;
const path = (name: string) => join(engine.folder, 'repositories', `${name}.git`);
const fill = (name: string, commits: number) =>
  git(path(name), ['fast-import', '--quiet', '--force'], { input: historyStream(commits) });
const fresh = () => `work${count++}`;
const asOwner = (name: string) => withLogin(url(name), OWNER.login, OWNER.password);
const read = async (name: string) => (await engine.api('GET', `/repos/${name}`)).body;

async function repository(name: string, commits = 3): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  if (commits > 0) fill(`acme/${name}`, commits);
  return `acme/${name}`;
}

async function token(
  scopes: string[],
  login = OWNER.login,
  password = OWNER.password,
): Promise<{ id: number; token: string }> {
  const made = await engine.api('POST', '/authorizations', { note: `t${count++}`, scopes }, basic(login, password));
  expect(made.status).toBe(201);
  return made.body;
}

/** A commit on top of what is checked out. */
async function commit(work: string): Promise<void> {
  writeFileSync(join(work, `file${count++}`), `${Math.random()}`);
  await runClient(work, ['add', '.']);
  expect((await runClient(work, ['commit', '--quiet', '-m', 'more'])).code).toBe(0);
}

/** A request as it is written, without what clients mend. */
function raw(
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; chunked?: boolean } = {},
): Promise<{ status: number; type: string; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, path: target, method: options.method ?? 'GET', headers: options.headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('latin1'),
            headers: answer.headers,
          }),
        );
      },
    ).once('error', reject);
    if (options.body !== undefined) sent.write(options.body);
    sent.end();
  });
}

test('clone, fetch and push; what a push changes is in the API when git ends', async () => {
  const name = await repository('round');
  expect((await engine.api('GET', `/repos/${name}`)).body.clone_url).toMatch(/\/acme\/round\.git$/);
  const work = join(folder, fresh());
  const cloned = await runClient(folder, ['clone', '--quiet', asOwner(name), work]);
  expect(cloned).toMatchObject({ code: 0 });
  expect(git(work, ['rev-list', '--count', 'HEAD'])).toBe('3');
  const before = await read(name);
  now += 5000;
  await commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
  expect(git(path(name), ['rev-parse', 'main'])).toBe(git(work, ['rev-parse', 'HEAD']));
  expect((await read(name)).size).toBeGreaterThanOrEqual(before.size);
  expect(engine.events).toContainEqual({ type: 'repository.changed', owner: 'acme', repo: 'round' });
  const other = join(folder, fresh());
  expect(await runClient(folder, ['clone', '--quiet', '--depth', '1', asOwner(name), other])).toMatchObject({
    code: 0,
  });
  await commit(work);
  await runClient(work, ['push', '--quiet', 'origin', 'HEAD', 'HEAD:refs/heads/other', 'HEAD:refs/tags/v1']);
  expect(await runClient(other, ['fetch', '--quiet', '--unshallow', '--tags'])).toMatchObject({ code: 0 });
  expect(git(other, ['rev-parse', 'v1'])).toBe(git(work, ['rev-parse', 'HEAD']));
  // Old protocols as well, and without the suffix, and in other letters.
  for (const version of ['0', '1', '2']) {
    const odd = withLogin(`${origin()}/ACME/Round`, OWNER.login, OWNER.password);
    const args = ['-c', `protocol.version=${version}`, 'ls-remote', odd];
    expect((await runClient(folder, args)).stdout).toContain('refs/tags/v1');
  }
});

test('branches that some disks confuse are no files of their own after a push', async () => {
  const work = makeGitSource(folder, `${fresh()}.git`, historyStream(2));
  await engine.api('POST', '/orgs/acme/repos', { name: 'cases' });
  const names = ['Topic', 'topic', 'main'];
  await runClient(work, ['push', asOwner('acme/cases'), ...names.map((name) => `main:refs/heads/${name}`)]);
  const loose = readdirSync(join(path('acme/cases'), 'refs'), { recursive: true, withFileTypes: true });
  expect(loose.filter((entry) => entry.isFile())).toEqual([]);
  expect(refsOf(path('acme/cases')).split('\n')).toHaveLength(3);
});

test('a push that cannot be recorded is refused with a sentence that git shows', async () => {
  const name = await repository('unrecorded', 2);
  const work = join(folder, fresh());
  await runClient(folder, ['clone', '--quiet', asOwner(name), work]);
  await commit(work);
  const store = new Database(join(engine.folder, 'gantry.sqlite'));
  store.exec("CREATE TRIGGER refuse BEFORE UPDATE ON repositories BEGIN SELECT RAISE(FAIL, 'refused'); END");
  try {
    const refused = await runClient(work, ['push', '--quiet', 'origin', 'HEAD']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('remote: The request stopped unexpectedly.');
    expect(refused.stderr).not.toContain('RPC failed');
  } finally {
    store.exec('DROP TRIGGER refuse');
    store.close();
  }
  await commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
});

test('an empty repository: cloned, and its first push makes its default branch', async () => {
  const name = await repository('empty', 0);
  const work = join(folder, fresh());
  expect((await runClient(folder, ['clone', '--quiet', asOwner(name), work])).code).toBe(0);
  await runClient(work, ['checkout', '--quiet', '-b', 'trunk']);
  await commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'trunk'])).toMatchObject({ code: 0 });
  expect(await read(name)).toMatchObject({ default_branch: 'trunk' });
  expect((await read(name)).size).toBeGreaterThan(0);
});

test('who may: nobody, strangers, members, tokens, single sign-on, two factors', async () => {
  const small = await token([]);
  const open = await token(['public_repo']);
  const whole = await token(['repo']);
  const strangers = await token(['repo'], 'stranger', 'a long password');
  const callers: Record<string, Record<string, string>> = {
    nobody: {},
    stranger: basic('stranger', 'a long password'),
    'stranger’s token': basic(strangers.token, ''),
    member: basic('member', 'a long password'),
    owner: basic(OWNER.login, OWNER.password),
    'token without scopes': basic(small.token, 'x-oauth-basic'),
    'token public_repo': basic(OWNER.login, open.token),
    'token repo': { authorization: `token ${whole.token}` },
    wrong: basic(OWNER.login, 'guess'),
  };
  const ask = async (name: string, service: string, headers: Record<string, string>) =>
    (await raw(`/acme/${name}.git/info/refs?service=git-${service}-pack`, { headers })).status;
  const table: Record<string, number[]> = {};
  for (const [caller, headers] of Object.entries(callers)) {
    table[caller] = [
      await ask('open', 'upload', headers),
      await ask('open', 'receive', headers),
      await ask('secret', 'upload', headers),
      await ask('secret', 'receive', headers),
      await ask('absent', 'upload', headers),
    ];
  }
  // Public: read, push; private: read, push; one that is not there.
  expect(table).toEqual({
    nobody: [401, 401, 401, 401, 401],
    stranger: [404, 404, 404, 404, 404],
    'stranger’s token': [404, 404, 404, 404, 404],
    member: [200, 200, 200, 200, 404],
    owner: [200, 200, 200, 200, 404],
    'token without scopes': [403, 403, 404, 404, 404],
    'token public_repo': [200, 200, 404, 404, 404],
    'token repo': [200, 200, 200, 200, 404],
    wrong: [401, 401, 401, 401, 401],
  });
  await engine.api('PATCH', '/orgs/acme', { saml_enforced: true });
  const repo = callers['token repo'] as Record<string, string>;
  expect([await ask('open', 'upload', repo), await ask('open', 'receive', repo)]).toEqual([403, 403]);
  expect([await ask('secret', 'upload', repo), await ask('secret', 'receive', repo)]).toEqual([403, 403]);
  expect(await ask('secret', 'receive', callers.owner as Record<string, string>)).toBe(200);
  await engine.api('PUT', `/authorizations/${whole.id}/organizations/acme`);
  expect(await ask('secret', 'receive', repo)).toBe(200);
  await engine.api('PATCH', '/orgs/acme', { saml_enforced: false });
  // Not counted as requests to the API.
  const used = async () => {
    const answer = await fetch(`${server.baseUrl}/rate_limit`, { headers: basic(OWNER.login, OWNER.password) });
    return ((await answer.json()) as { resources: { core: { used: number } } }).resources.core.used;
  };
  const before = await used();
  await ask('secret', 'upload', repo);
  expect(await used()).toBe(before);
});

test('two factors: the password does what it does in the API, which asks for a code only where tokens are made', async () => {
  const login = ['twice', 'a long password'] as const;
  await engine.api('POST', '/admin/users', { login: login[0], password: login[1] });
  await engine.api('PUT', '/orgs/acme/memberships/twice');
  const { body } = await engine.api('POST', '/user/two_factor', undefined, basic(...login));
  const otp = new TOTP({ secret: body.secret }).generate({ timestamp: now });
  expect((await engine.api('PUT', '/user/two_factor', { otp }, basic(...login))).status).toBe(200);
  const api = await engine.api('GET', '/repos/acme/secret', undefined, basic(...login));
  const door = await raw('/acme/secret.git/info/refs?service=git-receive-pack', { headers: basic(...login) });
  expect([api.status, door.status]).toEqual([200, 200]);
});

test('names that lead elsewhere, and the files of the old protocol, are refused', async () => {
  const targets = [
    '/acme/../acme/open.git/info/refs?service=git-upload-pack',
    '/acme/%2e%2e/info/refs?service=git-upload-pack',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/acme//open.git/info/refs?service=git-upload-pack',
    '//acme/open.git/info/refs?service=git-upload-pack',
    '/acme/open.git%00/info/refs?service=git-upload-pack',
    '/acme/open.git%2finfo/refs?service=git-upload-pack',
    '/acme/open%2egit/../../../x',
    '/acme/open.git/HEAD',
    '/acme/open.git/objects/info/packs',
    '/acme/open.git/config',
    '/acme/open.git/info/refs/',
    '/acme/open.git.git/info/refs?service=git-upload-pack',
    '/acme/open.wiki.git/info/refs?service=git-upload-pack',
  ];
  for (const target of targets) {
    const { status, text } = await raw(target, {
      headers: { ...basic(OWNER.login, OWNER.password), 'user-agent': 'x' },
    });
    expect([target, status]).toEqual([target, 404]);
    expect(text).not.toContain('root:');
  }
  const headers = basic(OWNER.login, OWNER.password);
  expect((await raw('/acme/open.git/info/refs', { headers })).status).toBe(403);
  expect((await raw('/acme/open.git/info/refs?service=git-upload-archive', { headers })).status).toBe(403);
  expect((await raw('/acme/open.git/git-upload-pack', { headers })).status).toBe(405);
  const strange = { host: 'evil.example' };
  expect((await raw('/acme/open.git/info/refs?service=git-upload-pack', { headers: strange })).status).toBe(403);
  const page = { origin: 'https://evil.example' };
  expect((await raw('/acme/open.git/info/refs?service=git-upload-pack', { headers: page })).status).toBe(403);
  expect((await raw('http://evil.example/acme/open.git/info/refs?service=git-upload-pack')).status).toBe(403);
});

test('bodies: gzip, in chunks, after Expect, the second protocol, nonsense', async () => {
  const tip = git(path('acme/open'), ['rev-parse', 'main']);
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
  const wants = Buffer.from(`${line(`want ${tip}\n`)}0000${line('done\n')}`);
  const post = (headers: Record<string, string>, body: Buffer) =>
    raw('/acme/open.git/git-upload-pack', {
      method: 'POST',
      headers: {
        ...basic(OWNER.login, OWNER.password),
        'content-type': 'application/x-git-upload-pack-request',
        ...headers,
      },
      body,
    });
  expect((await post({}, wants)).text).toContain('PACK');
  expect((await post({ 'content-encoding': 'gzip' }, gzipSync(wants))).text).toContain('PACK');
  expect((await post({ expect: '100-continue' }, wants)).text).toContain('PACK');
  const listing = Buffer.from(`${line('command=ls-refs\n')}0001${line('symrefs\n')}0000`);
  expect((await post({ 'git-protocol': 'version=2' }, listing)).text).toContain('symref-target:refs/heads/main');
  expect((await post({ 'git-protocol': 'version=2; rm -rf /' }, wants)).status).toBe(200);
  expect((await post({}, Buffer.from('nonsense'))).text).not.toContain('PACK');
  expect((await post({ 'content-encoding': 'gzip' }, Buffer.from('no gzip'))).text).not.toContain('PACK');
  expect((await post({ 'content-type': 'text/plain' }, wants)).status).toBe(415);
});

test('a locked repository and one that an import works on refuse pushes with a sentence that git shows', async () => {
  const name = await repository('kept');
  const work = join(folder, fresh());
  await runClient(folder, ['clone', '--quiet', asOwner(name), work]);
  await commit(work);
  const made = await engine.api('POST', '/orgs/acme/migrations', { repositories: [name], lock_repositories: true });
  const refused = await runClient(work, ['push', '--quiet', 'origin', 'HEAD']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('remote: The repository acme/kept is locked by migration');
  expect((await runClient(work, ['fetch', '--quiet'])).code).toBe(0);
  await engine.until(async () => {
    const { body } = await engine.api('GET', `/orgs/acme/migrations/${made.body.id}`);
    return body.state === 'exported' ? true : undefined;
  });
  await engine.api('DELETE', `/orgs/acme/migrations/${made.body.id}/repos/kept/lock`);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });

  const source = makeGitSource(folder, 'held.git', historyStream(5));
  await repository('held', 0);
  await engine.api('PUT', '/repos/acme/held/import', { vcs_url: source, vcs: 'git', hold_before_push: true });
  await engine.importIn('held', ['importing', 'mapping', 'pushing'], (body) => body.waiting_for_release === true);
  const busy = await runClient(work, ['push', asOwner('acme/held'), 'HEAD:refs/heads/mine']);
  expect(busy.stderr).toContain('remote: An import works on acme/held.');
  await engine.api('PATCH', '/repos/acme/held/import', { hold_before_push: false });
  await engine.importIn('held', ['complete']);
  expect(refsOf(path('acme/held'))).toBe(refsOf(source));

  // What is pushed after an import is not undone by the next one: that says so and stops.
  expect((await runClient(work, ['push', '--force', asOwner('acme/held'), 'HEAD:refs/heads/mine'])).code).toBe(0);
  await engine.api('PATCH', '/repos/acme/held/import', {});
  const stopped = await engine.importIn('held', ['error']);
  expect(stopped).toMatchObject({ failed_step: 'push' });
  expect(refsOf(path('acme/held'))).toContain('refs/heads/mine');
});

test('renamed, removed and moved: the new name answers', async () => {
  await repository('before');
  await engine.api('PATCH', '/repos/acme/before', { name: 'after' });
  expect((await runClient(folder, ['ls-remote', asOwner('acme/after')])).stdout).toContain('refs/heads/main');
  const old = await runClient(folder, ['ls-remote', asOwner('acme/before')]);
  expect(old.stderr).toContain('There is no such repository here');
  await engine.api('DELETE', '/repos/acme/after');
  expect((await runClient(folder, ['ls-remote', asOwner('acme/after')])).code).not.toBe(0);
});

test('a repository of this installation is imported by its name, with the rights of whose login is given', async () => {
  await repository('copy', 0);
  await repository('refused', 0);
  const start = (repo: string, vcs_username: string, vcs_password: string) =>
    engine.api('PUT', `/repos/acme/${repo}/import`, {
      vcs: 'git',
      vcs_url: url('acme/secret'),
      vcs_username,
      vcs_password,
    });
  await start('copy', OWNER.login, OWNER.password);
  expect(await engine.importIn('copy', ['complete', 'error', 'auth_failed'])).toMatchObject({ status: 'complete' });
  expect(refsOf(path('acme/copy'))).toBe(refsOf(path('acme/secret')));
  await start('refused', 'stranger', 'a long password');
  expect((await engine.importIn('refused', ['complete', 'error', 'auth_failed'])).status).not.toBe('complete');
  expect(refsOf(path('acme/refused'))).toBe('');
});

test('hooks that lie in the repository are not run', async () => {
  const name = await repository('hooked');
  const mark = join(folder, 'hook-ran');
  const hook = join(path(name), 'hooks/pre-receive');
  git(path(name), ['init', '--quiet', '--bare']);
  writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  const work = join(folder, fresh());
  await runClient(folder, ['clone', '--quiet', asOwner(name), work]);
  await commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
  expect(existsSync(mark)).toBe(false);
});

test('a token for cloning: an hour, this repository, reading only', async () => {
  const { temp_clone_token: brief } = await read('acme/secret');
  expect(brief).toMatch(/^gct_/);
  expect((await read('acme/open')).temp_clone_token).toBe('');
  const refs = (name: string, headers: Record<string, string>, service = 'upload') =>
    raw(`/acme/${name}.git/info/refs?service=git-${service}-pack`, { headers }).then(({ status }) => status);
  await engine.api('POST', '/orgs/acme/repos', { name: 'secret2', private: true });
  expect(await refs('secret', basic('x-access-token', brief))).toBe(200);
  expect(await refs('secret', basic(brief, ''))).toBe(200);
  expect(await refs('secret', { authorization: `Bearer ${brief}` })).toBe(200);
  expect(await refs('secret', basic(brief, ''), 'receive')).toBe(403);
  expect(await refs('secret2', basic(brief, ''))).toBe(404);
  expect(await refs('secret', basic(`${brief.slice(0, -1)}x`, ''))).toBe(401);
  expect((await fetch(`${server.baseUrl}/user`, { headers: basic(brief, '') })).status).toBe(401);
  // With the token that it was given for, it ends.
  const { id, token: text } = await token(['repo']);
  const other = await engine.api('GET', '/repos/acme/secret', undefined, { authorization: `token ${text}` });
  expect(await refs('secret', basic(other.body.temp_clone_token, ''))).toBe(200);
  await engine.api('DELETE', `/authorizations/${id}`);
  expect(await refs('secret', basic(other.body.temp_clone_token, ''))).toBe(401);
  // Made while the clock was a day ahead: an hour, not a day.
  now -= 86_400_000;
  expect(await refs('secret', { authorization: `Bearer ${brief}` })).toBe(401);
  now += 86_400_000 + 3_599_000;
  expect(await refs('secret', basic(brief, ''))).toBe(200);
  now += 2000;
  expect(await refs('secret', basic(brief, ''))).toBe(401);
});

test('guesses are held off here as in the API', async () => {
  await engine.api('POST', '/admin/users', { login: 'guessed', password: 'a long password' });
  const guess = (password: string) =>
    raw('/acme/secret.git/info/refs?service=git-upload-pack', { headers: basic('guessed', password) });
  for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).status).toBe(401);
  expect(await guess('a long password')).toMatchObject({
    status: 403,
    text: expect.stringContaining('Maximum number'),
  });
  const api = await fetch(`${server.baseUrl}/user`, { headers: basic('guessed', 'a long password') });
  expect(api.status).toBe(403);
});

test('eight clients clone, fetch and push at once while an import runs', async () => {
  const source = makeGitSource(folder, 'long.git', historyStream(3000));
  await repository('long', 0);
  const name = await repository('busy', 300);
  await engine.api('PUT', '/repos/acme/long/import', { vcs_url: source, vcs: 'git' });
  const ends = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const work = join(folder, fresh());
      const cloned = await runClient(folder, ['clone', '--quiet', asOwner(name), work]);
      await commit(work);
      const pushed = await runClient(work, ['push', '--quiet', 'origin', `HEAD:refs/heads/client${n}`]);
      const fetched = await runClient(work, ['fetch', '--quiet', '--all']);
      return [cloned, pushed, fetched].map(({ code, stderr }) => `${code}${stderr}`).join(' ');
    }),
  );
  expect(ends).toEqual(Array.from({ length: 8 }, () => '0 0 0'));
  await engine.importIn('long', ['complete']);
  expect(refsOf(path('acme/long'))).toBe(refsOf(source));
  expect(refsOf(path(name)).split('\n')).toHaveLength(9);
  expect(git(path(name), ['fsck', '--full'])).not.toContain('missing');
});

test('who goes away ends its git, and so does the engine', async () => {
  const name = await repository('left', 2);
  const large = git(path(name), ['hash-object', '-w', '--stdin'], { input: randomBytes(16 << 20) });
  const tree = git(path(name), ['mktree'], { input: `100644 blob ${large}\tlarge\n` });
  git(path(name), [
    'update-ref',
    'refs/heads/main',
    git(path(name), ['commit-tree', '-m', 'large', tree], { env: PERSON }),
  ]);
  const gits = () => readdirSync(join(engine.folder, 'processes'));
  const tip = git(path(name), ['rev-parse', 'main']);
  const begin = () =>
    new Promise<{ end: () => Promise<void> }>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: server.port,
          path: `/${name}.git/git-upload-pack`,
          method: 'POST',
          headers: {
            ...basic(OWNER.login, OWNER.password),
            'content-type': 'application/x-git-upload-pack-request',
          },
        },
        (answer) => {
          answer.pause();
          const end = () =>
            new Promise<void>((done) => {
              sent.once('close', () => done());
              answer.on('error', () => undefined);
              sent.destroy();
            });
          resolve({ end });
        },
      ).once('error', reject);
      sent.end(`0032want ${tip}\n00000009done\n`);
    });
  // More than there are places, none of which reads: the next one waits for a place until they go.
  const idle = await Promise.all(Array.from({ length: MOST_GITS }, begin));
  expect(gits().length).toBeGreaterThanOrEqual(MOST_GITS);
  const waiting = runClient(folder, ['ls-remote', asOwner(name)]);
  await Promise.all(idle.map(({ end }) => end()));
  expect((await waiting).stdout).toContain(tip);
  await Promise.all(Array.from({ length: 2 }, begin));
  const before = gits();
  expect(before.length).toBeGreaterThanOrEqual(2);
  await engine.restart();
  expect(gits().filter((name) => before.includes(name))).toEqual([]);
});
