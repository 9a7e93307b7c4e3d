import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, OWNER } from '../testing/engine.ts';
import { refsOf } from '../testing/git-sources.ts';
import { CloneServer } from './testing/clone-server.ts';

let clones: CloneServer;
beforeAll(async () => {
  clones = await CloneServer.start();
});
afterAll(() => clones.end());

test('who may: nobody, strangers, members, tokens, single sign-on, two factors', async () => {
  const small = await clones.token([]);
  const open = await clones.token(['public_repo']);
  const whole = await clones.token(['repo']);
  const strangers = await clones.token(['repo'], 'stranger', 'a long password');
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
    (await clones.raw(`/acme/${name}.git/info/refs?service=git-${service}-pack`, { headers })).status;
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
  await clones.engine.api('PATCH', '/orgs/acme', { saml_enforced: true });
  const repo = callers['token repo'] as Record<string, string>;
  expect([await ask('open', 'upload', repo), await ask('open', 'receive', repo)]).toEqual([403, 403]);
  expect([await ask('secret', 'upload', repo), await ask('secret', 'receive', repo)]).toEqual([403, 403]);
  expect(await ask('secret', 'receive', callers.owner as Record<string, string>)).toBe(200);
  await clones.engine.api('PUT', `/authorizations/${whole.id}/organizations/acme`);
  expect(await ask('secret', 'receive', repo)).toBe(200);
  await clones.engine.api('PATCH', '/orgs/acme', { saml_enforced: false });
  // Not counted as requests to the API.
  const used = async () => {
    const answer = await fetch(`${clones.server.baseUrl}/rate_limit`, { headers: basic(OWNER.login, OWNER.password) });
    return ((await answer.json()) as { resources: { core: { used: number } } }).resources.core.used;
  };
  const before = await used();
  await ask('secret', 'upload', repo);
  expect(await used()).toBe(before);
});

test('two factors: the password does what it does in the API, which asks for a code only where tokens are made', async () => {
  const login = ['twice', 'a long password'] as const;
  await clones.engine.api('POST', '/admin/users', { login: login[0], password: login[1] });
  await clones.engine.api('PUT', '/orgs/acme/memberships/twice');
  const { body } = await clones.engine.api('POST', '/user/two_factor', undefined, basic(...login));
  const otp = new TOTP({ secret: body.secret }).generate({ timestamp: clones.now() });
  expect((await clones.engine.api('PUT', '/user/two_factor', { otp }, basic(...login))).status).toBe(200);
  const api = await clones.engine.api('GET', '/repos/acme/secret', undefined, basic(...login));
  const door = await clones.raw('/acme/secret.git/info/refs?service=git-receive-pack', { headers: basic(...login) });
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
    const { status, text } = await clones.raw(target, {
      headers: { ...basic(OWNER.login, OWNER.password), 'user-agent': 'x' },
    });
    expect([target, status]).toEqual([target, 404]);
    expect(text).not.toContain('root:');
  }
  const headers = basic(OWNER.login, OWNER.password);
  expect((await clones.raw('/acme/open.git/info/refs', { headers })).status).toBe(403);
  expect((await clones.raw('/acme/open.git/info/refs?service=git-upload-archive', { headers })).status).toBe(403);
  expect((await clones.raw('/acme/open.git/git-upload-pack', { headers })).status).toBe(405);
  const strange = { host: 'evil.example' };
  expect((await clones.raw('/acme/open.git/info/refs?service=git-upload-pack', { headers: strange })).status).toBe(403);
  const page = { origin: 'https://evil.example' };
  expect((await clones.raw('/acme/open.git/info/refs?service=git-upload-pack', { headers: page })).status).toBe(403);
  expect((await clones.raw('http://evil.example/acme/open.git/info/refs?service=git-upload-pack')).status).toBe(403);
});

test('a repository of this installation is imported by its name, with the rights of whose login is given', async () => {
  await clones.repository('copy', 0);
  await clones.repository('refused', 0);
  const start = (repo: string, vcs_username: string, vcs_password: string) =>
    clones.engine.api('PUT', `/repos/acme/${repo}/import`, {
      vcs: 'git',
      vcs_url: clones.url('acme/secret'),
      vcs_username,
      vcs_password,
    });
  await start('copy', OWNER.login, OWNER.password);
  expect(await clones.engine.importIn('copy', ['complete', 'error', 'auth_failed'])).toMatchObject({
    status: 'complete',
  });
  expect(refsOf(clones.path('acme/copy'))).toBe(refsOf(clones.path('acme/secret')));
  await start('refused', 'stranger', 'a long password');
  expect((await clones.engine.importIn('refused', ['complete', 'error', 'auth_failed'])).status).not.toBe('complete');
  expect(refsOf(clones.path('acme/refused'))).toBe('');
});

test('a token for cloning: an hour, this repository, reading only', async () => {
  const { temp_clone_token: brief } = await clones.read('acme/secret');
  expect(brief).toMatch(/^gct_/);
  expect((await clones.read('acme/open')).temp_clone_token).toBe('');
  const refs = (name: string, headers: Record<string, string>, service = 'upload') =>
    clones.raw(`/acme/${name}.git/info/refs?service=git-${service}-pack`, { headers }).then(({ status }) => status);
  await clones.engine.api('POST', '/orgs/acme/repos', { name: 'secret2', private: true });
  expect(await refs('secret', basic('x-access-token', brief))).toBe(200);
  expect(await refs('secret', basic(brief, ''))).toBe(200);
  expect(await refs('secret', { authorization: `Bearer ${brief}` })).toBe(200);
  expect(await refs('secret', basic(brief, ''), 'receive')).toBe(403);
  expect(await refs('secret2', basic(brief, ''))).toBe(404);
  expect(await refs('secret', basic(`${brief.slice(0, -1)}x`, ''))).toBe(401);
  expect((await fetch(`${clones.server.baseUrl}/user`, { headers: basic(brief, '') })).status).toBe(401);
  // With the token that it was given for, it ends.
  const { id, token: text } = await clones.token(['repo']);
  const other = await clones.engine.api('GET', '/repos/acme/secret', undefined, { authorization: `token ${text}` });
  expect(await refs('secret', basic(other.body.temp_clone_token, ''))).toBe(200);
  await clones.engine.api('DELETE', `/authorizations/${id}`);
  expect(await refs('secret', basic(other.body.temp_clone_token, ''))).toBe(401);
  // Made while the clock was a day ahead: an hour, not a day.
  clones.pass(-86_400_000);
  expect(await refs('secret', { authorization: `Bearer ${brief}` })).toBe(401);
  clones.pass(86_400_000 + 3_599_000);
  expect(await refs('secret', basic(brief, ''))).toBe(200);
  clones.pass(2000);
  expect(await refs('secret', basic(brief, ''))).toBe(401);
});

test('guesses are held off here as in the API', async () => {
  await clones.engine.api('POST', '/admin/users', { login: 'guessed', password: 'a long password' });
  const guess = (password: string) =>
    clones.raw('/acme/secret.git/info/refs?service=git-upload-pack', { headers: basic('guessed', password) });
  for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).status).toBe(401);
  expect(await guess('a long password')).toMatchObject({
    status: 403,
    text: expect.stringContaining('Maximum number'),
  });
  const api = await fetch(`${clones.server.baseUrl}/user`, { headers: basic('guessed', 'a long password') });
  expect(api.status).toBe(403);
});
