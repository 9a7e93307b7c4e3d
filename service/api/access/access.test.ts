/** Tokens, grants and applications by status; who may what; what an answer carries. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { expectShape } from '../../testing/public-schemas.ts';

const START = Date.parse('2020-10-20T12:00:00Z');
let clock = START;
let engine: TestEngine;
const CID = { login: 'cid', password: 'secret words' };

beforeEach(async () => {
  engine = await startTestEngine(undefined, { now: () => clock });
  await engine.api('POST', '/admin/users', CID);
});
afterEach(() => engine.end());

const as = (who: Record<string, string>) => (method: string, path: string, body?: unknown) =>
  engine.api(method, path, body, who);
const cid = as(basic(CID.login, CID.password));
const nobody = as({ authorization: '' });
const withToken = (token: string) => as({ authorization: `token ${token}` });
const makeToken = async (scopes: string[], note = scopes.join(' ') || 'none') =>
  (await engine.api('POST', '/authorizations', { note: `${note} ${clock++}`, scopes })).body as {
    id: number;
    token: string;
  };
const application = async (name: string) => (await engine.api('POST', '/applications', { name })).body;

const OPERATIONS: [string, string, unknown?][] = [
  ['GET', '/applications/grants'],
  ['GET', '/applications/grants/1'],
  ['DELETE', '/applications/grants/1'],
  ['GET', '/authorizations'],
  ['POST', '/authorizations', { note: 'x' }],
  ['PUT', `/authorizations/clients/${'a'.repeat(20)}`, { client_secret: 'x' }],
  ['PUT', `/authorizations/clients/${'a'.repeat(20)}/f`, { client_secret: 'x' }],
  ['GET', '/authorizations/1'],
  ['PATCH', '/authorizations/1', {}],
  ['DELETE', '/authorizations/1'],
];

test('authorizations and grants: 401 without and with wrong credentials, 403 with a token', async () => {
  const { token } = await makeToken(['repo', 'user', 'admin:org']);
  for (const [method, path, body] of OPERATIONS) {
    expect(await nobody(method, path, body)).toMatchObject({
      status: 401,
      body: { message: 'Requires authentication' },
    });
    for (const authorization of [`token ${token}`, `Bearer ${token}`, basic(OWNER.login, token).authorization]) {
      const refused = await engine.api(method, path, body, { authorization });
      expect(refused).toMatchObject({
        status: 403,
        body: { message: 'This API can only be accessed with username and password Basic Auth' },
      });
      expectShape('basic-error.json', refused.body);
    }
  }
  const wrong = await engine.api('GET', '/authorizations', undefined, basic(OWNER.login, 'wrong'));
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
});

test('POST /authorizations: 201 with Location, 422 by field, 410 in a brownout', async () => {
  const made = await engine.api('POST', '/authorizations', { note: ' tool ', scopes: null, note_url: 'https://x.org' });
  expectShape('authorization.json', made.body);
  expect(made).toMatchObject({ status: 201, body: { note: 'tool', scopes: [], app: { name: 'tool' } } });
  expect(made.headers.get('location')).toBe(`${BASE}/authorizations/${made.body.id}`);
  expect(made.headers.get('etag')).toMatch(/^"[\da-f]{64}"$/);
  expect(made.body.token.slice(-8)).toBe(made.body.token_last_eight);
  const errorsOf = async (body: unknown) => {
    const refused = await engine.api('POST', '/authorizations', body);
    expectShape('validation-error.json', refused.body);
    return [refused.status, ...refused.body.errors.map((e: { field: string; code: string }) => `${e.field} ${e.code}`)];
  };
  expect(await errorsOf({})).toEqual([422, 'description missing_field']);
  expect(await errorsOf({ note: 'tool' })).toEqual([422, 'description already_exists']);
  expect(await errorsOf({ note: 'a', scopes: ['nonsense'] })).toEqual([422, 'scopes invalid']);
  expect(await errorsOf({ note: 'a', scopes: 'repo' })).toEqual([422, 'scopes invalid']);
  expect(await errorsOf({ note: 'a', note_url: 'nowhere' })).toEqual([422, 'note_url invalid']);
  expect(await errorsOf({ note: 'a', client_id: 'x' })).toEqual([422, 'client_secret missing_field']);
  expect(await errorsOf({ note: 'a', client_secret: 'x' })).toEqual([422, 'client_id missing_field']);
  expect(await errorsOf({ note: 'a', client_id: 'x', client_secret: 'y' })).toEqual([422, 'client_secret invalid']);
  // A note is one person's own: another's may be the same, and applications need none.
  expect((await cid('POST', '/authorizations', { note: 'tool' })).status).toBe(201);
  const { client_id, client_secret } = await application('Noteless');
  const ofApplication = await engine.api('POST', '/authorizations', { client_id, client_secret, fingerprint: 'f' });
  expect(ofApplication).toMatchObject({ status: 201, body: { note: null, fingerprint: 'f', app: { client_id } } });
  expectShape('authorization.json', ofApplication.body);

  const at = (hours: number) => new Date(clock + hours * 3_600_000).toISOString();
  const brownouts = [{ from: at(1), to: at(2), reason: 'The operation goes on 13 November.' }];
  expect((await engine.api('PATCH', '/settings', { brownouts })).body.brownouts).toEqual(brownouts);
  expect((await engine.api('POST', '/authorizations', { note: 'before' })).status).toBe(201);
  clock += 1.5 * 3_600_000;
  const gone = await engine.api('POST', '/authorizations', { note: 'during' });
  expect(gone).toMatchObject({ status: 410, body: { message: expect.stringContaining('13 November') } });
  expectShape('basic-error.json', gone.body);
  expect((await engine.api('GET', '/authorizations')).status).toBe(200);
  clock += 3_600_000;
  expect((await engine.api('POST', '/authorizations', { note: 'after' })).status).toBe(201);
});

test('PUT /authorizations/clients: 201, then 200 without the token, 422', async () => {
  const { client_id, client_secret } = await application('Deployer');
  const path = `/authorizations/clients/${client_id}`;
  const first = await engine.api('PUT', path, { client_secret, scopes: ['repo', 'public_repo'], note: 'n' });
  expect(first).toMatchObject({ status: 201, body: { scopes: ['repo'], note: 'n', fingerprint: null } });
  const again = await engine.api('PUT', path, { client_secret, scopes: ['gist'], note: 'other' });
  expect([again.status, again.body]).toEqual([200, { ...first.body, token: '' }]);
  expect(again.headers.get('location')).toBe(first.body.url);
  const long = await engine.api('PUT', `${path}/f%2F1`, { client_secret });
  const short = await engine.api('PUT', path, { client_secret, fingerprint: 'f/1' });
  expect([long.status, short.status, short.body]).toEqual([201, 200, { ...long.body, token: '' }]);
  // Another person's token of the same application is another one.
  expect((await cid('PUT', path, { client_secret })).status).toBe(201);
  for (const [where, body] of [
    [path, {}],
    [path, { client_secret: 'wrong' }],
    [`${path}/f`, { client_secret, scopes: ['x'] }],
    [`/authorizations/clients/${'0'.repeat(20)}`, { client_secret }],
  ] as const) {
    const refused = await engine.api('PUT', where, body);
    expect([refused.status, refused.body.errors[0].resource]).toEqual([422, 'OauthAccess']);
  }
});

test('GET, PATCH, DELETE and regenerate of one authorization; others’ are not there', async () => {
  const { id, token } = await makeToken(['user', 'repo'], 'mine');
  const path = `/authorizations/${id}`;
  for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    expect((await cid(method, path, body)).status).toBe(404);
    expect((await engine.api(method, '/authorizations/abc', body)).status).toBe(404);
  }
  const before = (await engine.api('GET', path)).body;
  expect(before.token).toBe('');
  const patch = async (body: unknown) => {
    const answer = await engine.api('PATCH', path, body);
    return answer.status === 200 ? answer.body.scopes : answer.status;
  };
  expect(await patch({})).toEqual(['repo', 'user']);
  expect((await engine.api('GET', path)).body).toEqual(before);
  expect(await patch({ add_scopes: ['gist', 'user:email'] })).toEqual(['gist', 'repo', 'user']);
  expect(await patch({ remove_scopes: ['user'] })).toEqual(['gist', 'repo']);
  expect(await patch({ scopes: ['read:org'] })).toEqual(['read:org']);
  expect(await patch({ scopes: null })).toEqual([]);
  expect(await patch({ scopes: [], add_scopes: [] })).toBe(422);
  expect(await patch({ add_scopes: ['x'] })).toBe(422);
  expect(await patch({ note: '' })).toBe(422);
  expect((await withToken(token)('GET', '/user')).status).toBe(200);
  const renewed = await engine.api('POST', `${path}/regenerate`);
  expect([renewed.status, renewed.body.id]).toEqual([201, id]);
  expect((await withToken(token)('GET', '/user')).status).toBe(401);
  expect((await withToken(renewed.body.token)('GET', '/user')).status).toBe(200);
  expect((await engine.api('DELETE', path)).status).toBe(204);
  expect((await engine.api('GET', path)).status).toBe(404);
  expect((await withToken(renewed.body.token)('GET', '/user')).status).toBe(401);
});

test('grants and applications: union of scopes, one entry an application, all gone with either', async () => {
  const { client_id, client_secret } = await application('Two tokens');
  const put = (fingerprint: string, scopes: string[]) =>
    cid('PUT', `/authorizations/clients/${client_id}/${fingerprint}`, { client_secret, scopes });
  const one = (await put('1', ['user:email'])).body;
  const two = (await put('2', ['user', 'gist'])).body;
  const grants = (await cid('GET', '/applications/grants')).body as { id: number; app: { client_id: string } }[];
  const grant = grants.find((each) => each.app.client_id === client_id);
  expect(grant).toMatchObject({ scopes: ['gist', 'user'], app: { name: 'Two tokens' } });
  expectShape('application-grant.json', grant);
  const path = `/applications/grants/${grant?.id}`;
  expect((await cid('GET', path)).body).toEqual(grant);
  expect((await engine.api('GET', path)).status).toBe(404);
  expect((await engine.api('DELETE', path)).status).toBe(404);
  expect((await cid('DELETE', path)).status).toBe(204);
  for (const { token } of [one, two]) expect((await withToken(token)('GET', '/user')).status).toBe(401);
  expect((await cid('GET', path)).status).toBe(404);

  const three = (await put('3', ['repo'])).body;
  expect((await cid('DELETE', `/applications/${client_id}`)).status).toBe(404);
  expect((await engine.api('DELETE', `/applications/${client_id}`)).status).toBe(204);
  expect((await withToken(three.token)('GET', '/user')).status).toBe(401);
  const listed = (await engine.api('GET', '/applications')).body as { client_id: string }[];
  expect(listed.map((each) => each.client_id)).not.toContain(client_id);
  expect(JSON.stringify(listed)).not.toContain('secret');
  expect((await engine.api('POST', '/applications', { name: ' ' })).status).toBe(422);
  expect((await engine.api('POST', '/applications', { name: 'x', url: 'nowhere' })).status).toBe(422);
});

test('scopes: what each group of operations needs, and the headers that say so', async () => {
  const tokens = Object.fromEntries(
    await Promise.all(
      ['', 'public_repo', 'repo', 'read:org', 'admin:org', 'user', 'site_admin', 'delete_repo'].map(
        async (name) => [name, (await makeToken(name === '' ? [] : [name])).token] as const,
      ),
    ),
  );
  const allowed = async (method: string, path: string, body?: unknown) => {
    const names: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const { status } = await withToken(token)(method, path, body);
      if (status !== 403) names.push(name || 'none');
    }
    return names.join(' ');
  };
  await engine.api('POST', '/orgs/acme/repos', { name: 'open' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'closed', private: true });
  const any = 'none public_repo repo read:org admin:org user site_admin delete_repo';
  expect(await allowed('GET', '/user')).toBe(any);
  expect(await allowed('GET', '/scopes')).toBe(any);
  expect(await allowed('GET', '/user/orgs')).toBe('read:org admin:org user');
  expect(await allowed('GET', '/orgs/acme')).toBe('repo read:org admin:org');
  expect(await allowed('PATCH', '/orgs/acme', {})).toBe('admin:org');
  expect(await allowed('GET', '/user/repos')).toBe('public_repo repo');
  expect(await allowed('GET', '/repos/acme/open/import')).toBe('public_repo repo');
  expect(await allowed('GET', '/applications')).toBe('user');
  expect(await allowed('GET', '/settings')).toBe('site_admin');
  expect(await allowed('GET', '/admin/users')).toBe('site_admin');
  expect(await allowed('DELETE', '/repos/acme/none')).toBe('delete_repo');

  const open = withToken(tokens.public_repo as string);
  const listed = await open('GET', '/orgs/acme/repos');
  expect(listed.body.map((repository: { name: string }) => repository.name)).toEqual(['open']);
  expect(listed.headers.get('x-oauth-scopes')).toBe('public_repo');
  expect(listed.headers.get('x-accepted-oauth-scopes')).toBe('public_repo, repo');
  expect((await open('GET', '/repos/acme/closed')).status).toBe(404);
  expect((await open('GET', '/repos/acme/open')).status).toBe(200);
  expect((await open('POST', '/user/repos', { name: 'hidden', private: true })).status).toBe(403);
  expect((await open('GET', '/user')).body.email).toBeNull();
  // A token in the place of the password, and of the login.
  const repo = tokens.repo as string;
  expect((await as(basic(OWNER.login, repo))('GET', '/repos/acme/closed')).status).toBe(200);
  expect((await as(basic(repo, 'x-oauth-basic'))('GET', '/repos/acme/closed')).status).toBe(200);
  expect((await as(basic('cid', repo))('GET', '/user')).status).toBe(401);
});

test('single sign-on: tokens do not reach an organization that enforces it, passwords do', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'open' });
  const token = withToken((await makeToken(['repo', 'admin:org'])).token);
  expect((await engine.api('PATCH', '/orgs/acme', { saml_enforced: true })).body.saml_enforced).toBe(true);
  for (const path of ['/orgs/acme', '/orgs/acme/repos', '/repos/acme/open', '/repos/acme/open/import']) {
    const refused = await token('GET', path);
    expect([refused.status, refused.headers.get('x-github-sso')]).toEqual([403, `required; url=${BASE}/orgs/acme`]);
    expect(refused.body.message).toMatch(/^acme enforces single sign-on: /);
  }
  for (const path of ['/user/orgs', '/user/repos', '/user/imports']) {
    const partial = await token('GET', path);
    expect(partial.body).toEqual([]);
    expect(partial.headers.get('x-github-sso')).toMatch(/^partial-results; organizations=\d+$/);
  }
  expect((await engine.api('GET', '/repos/acme/open')).status).toBe(200);
  await engine.api('PATCH', '/orgs/acme', { saml_enforced: false });
  expect((await token('GET', '/repos/acme/open')).status).toBe(200);
});

test('the url of an organization is the one that answers, wherever it is named', async () => {
  // PyGithub asks `url` and what lies below it, whatever it was given the organization by.
  await engine.api('POST', '/orgs/acme/repos', { name: 'open' });
  await engine.api('POST', '/admin/users', { login: 'cid', password: 'a long password' });
  const { body: made } = await engine.api('POST', '/admin/organizations', { login: 'umbrella' });
  const { body: migration } = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['open'] });
  const named = [
    made,
    migration.owner,
    migration.repositories[0].owner,
    (await engine.api('GET', '/orgs/acme')).body,
    (await engine.api('GET', '/user/orgs')).body[0],
    (await engine.api('GET', '/repos/acme/open')).body.owner,
    (await engine.api('PUT', '/orgs/acme/memberships/cid')).body.organization,
  ];
  for (const { login, url, repos_url, events_url } of named) {
    const at = `${BASE}/orgs/${login}`;
    expect({ url, repos_url, events_url }).toEqual({ url: at, repos_url: `${at}/repos`, events_url: `${at}/events` });
    expect((await engine.api('GET', url.slice(BASE.length))).body.login).toBe(login);
    expect((await engine.api('GET', `${url.slice(BASE.length)}/members`)).status).toBe(200);
  }
  const { body: user } = await engine.api('GET', '/user');
  expect(user).toMatchObject({ url: `${BASE}/users/ann`, events_url: `${BASE}/users/ann/events{/privacy}` });
});

test('organizations: members see, owners change, one owner stays', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'open' });
  expect((await cid('GET', '/orgs/acme')).status).toBe(404);
  expect((await engine.api('PUT', '/orgs/acme/memberships/none')).status).toBe(422);
  const joined = await engine.api('PUT', '/orgs/acme/memberships/cid', { role: 'member' });
  const url = `${BASE}/orgs/acme/memberships/cid`;
  const organization = { login: 'acme', type: 'Organization' };
  expect(joined).toMatchObject({
    status: 200,
    body: {
      url,
      state: 'active',
      role: 'member',
      organization_url: `${BASE}/orgs/acme`,
      organization,
      user: { login: 'cid' },
    },
  });
  expect((await cid('GET', '/orgs/acme/memberships/cid')).body).toEqual(joined.body);
  expect((await cid('GET', '/orgs/acme/memberships/ann')).body).toMatchObject({
    role: 'admin',
    user: { login: 'ann' },
  });
  for (const login of ['none', 'acme']) expect((await cid('GET', `/orgs/acme/memberships/${login}`)).status).toBe(404);
  const members = (await cid('GET', '/orgs/acme/members')).body;
  expect(members.map((member: { login: string; role: string }) => [member.login, member.role])).toEqual([
    ['ann', 'admin'],
    ['cid', 'member'],
  ]);
  expect((await cid('GET', '/repos/acme/open')).status).toBe(200);
  for (const [method, path, body] of [
    ['PATCH', '/orgs/acme', { saml_enforced: true }],
    ['PUT', '/orgs/acme/memberships/cid', { role: 'admin' }],
    ['DELETE', '/orgs/acme/memberships/ann', undefined],
    ['DELETE', '/repos/acme/open', undefined],
  ] as const) {
    const refused = await cid(method, path, body);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/^Only owners of acme may /)]);
  }
  expect((await engine.api('DELETE', '/orgs/acme/memberships/ann')).status).toBe(422);
  expect((await engine.api('PUT', '/orgs/acme/memberships/ann', { role: 'member' })).status).toBe(422);
  expect((await cid('DELETE', '/orgs/acme/memberships/cid')).status).toBe(204);
  expect((await cid('GET', '/orgs/acme')).status).toBe(404);
  expect((await cid('GET', '/settings')).status).toBe(403);
  expect((await cid('GET', '/admin/users')).status).toBe(403);
  const people = (await engine.api('GET', '/admin/users')).body;
  expect(people.map((one: { login: string }) => one.login)).toEqual(['ann', 'cid']);
});

test('the window: the password must have been given in the last 15 minutes, and the rest needs none', async () => {
  const call = async (confirmedAt: number | null | undefined, path: string, method = 'GET') => {
    const identity = confirmedAt === undefined ? { login: 'ann' } : { login: 'ann', confirmedAt };
    const answer = await engine.service.fetch(new Request(BASE + path, { method }), identity);
    return [answer.status, answer.headers.get('x-gantry-confirm')];
  };
  for (const path of ['/authorizations', '/applications/grants', '/applications', '/authorizations/1']) {
    for (const at of [undefined, null, clock - 15 * 60_000]) expect(await call(at, path)).toEqual([401, 'password']);
    expect((await call(clock - 60_000, path))[0]).not.toBe(401);
  }
  expect(await call(null, '/user/two_factor', 'POST')).toEqual([401, 'password']);
  expect(await call(undefined, '/user')).toEqual([200, null]);
  expect(await call(undefined, '/settings')).toEqual([200, null]);
});

test('the window: who lets others in gives the password first', async () => {
  const call = async (method: string, path: string, body: object, confirmedAt: number | null) => {
    const request = new Request(BASE + path, { method, body: JSON.stringify(body) });
    const answer = await engine.service.fetch(request, { login: 'ann', confirmedAt });
    return [answer.status, answer.headers.get('x-gantry-confirm')];
  };
  const calls = [
    ['POST', '/admin/users', { login: 'eve', password: 'a long password' }, 201],
    ['PUT', '/orgs/acme/memberships/eve', { role: 'admin' }, 200],
    ['PATCH', '/settings', { loopback: { enabled: true, port: 0 } }, 200],
  ] as const;
  for (const [method, path, body, status] of calls) {
    expect(await call(method, path, body, null)).toEqual([401, 'password']);
    expect(await call(method, path, body, clock - 15 * 60_000)).toEqual([401, 'password']);
    expect(await call(method, path, body, clock)).toEqual([status, null]);
  }
  expect((await call('PATCH', '/settings', { loopback: { enabled: true } }, null))[0]).toBe(200);
  expect((await call('PATCH', '/settings', { loopback: { enabled: false } }, null))[0]).toBe(200);
});
