/** Answers of the API by status, and their shapes against the public service's schemas. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BASE, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { expectShape } from '../testing/public-schemas.ts';

let engine: TestEngine;
let sources: string;

beforeEach(async () => {
  engine = await startTestEngine();
  sources = mkdtempSync(join(tmpdir(), 'gantry api '));
});
afterEach(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

const plain = (path: string, init: RequestInit = {}) => engine.service.fetch(new Request(BASE + path, init));
const basic = (login: string, password: string, scheme = 'Basic') => ({
  headers: { authorization: `${scheme} ${Buffer.from(`${login}:${password}`).toString('base64')}` },
});

test('the first run: state without authentication, one account, a second one refused', async () => {
  const fresh = await startTestEngineWithoutOwner();
  const call = (method: string, body?: unknown) =>
    fresh.service.fetch(
      new Request(`${BASE}/setup`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    );
  expect(await (await call('GET')).json()).toMatchObject({
    required: true,
    data_folder: fresh.folder,
    tools: [{ name: 'git' }, { name: 'svn' }, { name: 'svnrdump' }, { name: 'svnadmin' }, { name: 'hg' }],
  });
  expect(fresh.service.ownerIdentity()).toBeNull();
  expect((await call('POST', { login: 'a b', password: 'long enough' })).status).toBe(422);
  expect((await call('POST', { login: 'bo', password: 'short' })).status).toBe(422);
  expect((await call('POST', { login: 'bo', password: 'long enough', organization: 'Bo' })).status).toBe(422);
  expect(fresh.service.ownerIdentity()).toBeNull();
  const made = await call('POST', {
    login: 'bo',
    password: 'long enough',
    email: 'bo@example.org',
    organization: 'org',
  });
  expect([made.status, await made.json()]).toMatchObject([
    201,
    { login: 'bo', type: 'User', site_admin: true, email: 'bo@example.org' },
  ]);
  expect((await call('POST', { login: 'eve', password: 'long enough' })).status).toBe(409);
  expect(await (await call('GET')).json()).toMatchObject({ required: false });
  expect(fresh.service.ownerIdentity()).toEqual({ login: 'bo' });
  await fresh.end();
});

async function startTestEngineWithoutOwner() {
  const folder = mkdtempSync(join(tmpdir(), 'gantry fresh '));
  const { createService } = await import('../index.ts');
  const service = await createService({ dataFolder: folder, log: () => undefined });
  return {
    service,
    folder,
    end: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('authentication: none, wrong, right, any case of the scheme, an identity that main vouches for', async () => {
  const none = await plain('/user');
  expect([none.status, await none.json()]).toMatchObject([
    401,
    { message: 'Requires authentication', documentation_url: expect.any(String) },
  ]);
  for (const init of [
    basic('ann', 'wrong'),
    basic('nobody', 'correct horse'),
    basic('acme', ''),
    { headers: { authorization: 'token abc' } },
  ]) {
    const wrong = await plain('/user', init);
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Bad credentials' }]);
  }
  expect((await plain('/user', basic('ann', 'correct horse', 'basic'))).status).toBe(200);
  expect((await plain('/user', basic('ANN', 'correct horse', 'BASIC'))).status).toBe(200);
  const vouched = await engine.service.fetch(new Request(`${BASE}/user`), { login: 'ann' });
  expect(await vouched.json()).toMatchObject({ login: 'ann', two_factor_authentication: false });
  expect((await engine.service.fetch(new Request(`${BASE}/user`), { login: 'eve' })).status).toBe(401);
});

test('bodies that are not UTF-8 are refused: in names that are kept, their letters would be lost', async () => {
  const send = (method: string, path: string, body: Buffer<ArrayBuffer>, type: string) =>
    engine.service.fetch(
      new Request(BASE + path, {
        method,
        headers: { ...basic('ann', 'correct horse').headers, 'content-type': type },
        body,
      }),
    );
  const made = (encoding: BufferEncoding, mark = '') =>
    send('POST', '/applications', Buffer.from(`${mark}{"name":"Café"}`, encoding), 'application/json');
  const refused = await made('latin1');
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('not UTF-8') },
  ]);
  expect((await made('utf16le', '\ufeff')).status).toBe(400);
  expect(await (await made('utf8')).json()).toMatchObject({ name: 'Café' });
  expect((await made('utf8', '\ufeff')).status).toBe(201);

  const map = (encoding: BufferEncoding) =>
    send('POST', '/author_map_readings', Buffer.from('jose = José <jose@example.org>\n', encoding), 'text/plain');
  const lost = await map('latin1');
  expect([lost.status, await lost.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('Save the file as UTF-8') },
  ]);
  expect(await (await map('utf8')).json()).toMatchObject({ entries: [{ name: 'José' }], problems: [] });
});

test('bodies: broken JSON, no object, unknown paths, the media type', async () => {
  expect(await engine.api('POST', '/user/repos', '{"name')).toMatchObject({
    status: 400,
    body: { message: 'Problems parsing JSON' },
  });
  expect(await engine.api('POST', '/user/repos', '[1]')).toMatchObject({
    status: 400,
    body: { message: 'Body should be a JSON object' },
  });
  const missing = await engine.api('GET', '/nothing/here');
  expect(missing).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  expectShape('basic-error.json', missing.body);
  const named = await engine.api('GET', '/user', undefined, { accept: 'application/vnd.github.barred-rock-preview' });
  expect(named.headers.get('x-github-media-type')).toBe('github.barred-rock-preview; format=json');
  expect((await engine.api('GET', '/user')).headers.get('x-github-media-type')).toBe('github.v3; format=json');
});

test('repositories: made, listed by page, read, removed; shapes fit', async () => {
  for (let n = 1; n <= 5; n++) {
    const made = await engine.api('POST', '/orgs/acme/repos', {
      name: `r${n}`,
      description: 'd',
      private: n % 2 === 0,
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(made.body.url);
    expectShape('repository.json', made.body);
    expectShape('simple-user.json', made.body.owner);
  }
  const own = await engine.api('POST', '/user/repos', { name: 'own' });
  expect(own.body).toMatchObject({ full_name: 'ann/own', default_branch: 'main', url: `${BASE}/repos/ann/own` });

  const second = await engine.api('GET', '/orgs/acme/repos?per_page=2&page=2');
  expect(second.body.map((repository: { name: string }) => repository.name)).toEqual(['r3', 'r4']);
  const at = (page: number) => `<${BASE}/orgs/acme/repos?per_page=2&page=${page}>`;
  expect(second.headers.get('link')).toBe(
    `${at(3)}; rel="next", ${at(3)}; rel="last", ${at(1)}; rel="first", ${at(1)}; rel="prev"`,
  );
  const all = await engine.api('GET', '/user/repos?per_page=1000');
  expect([all.body.length, all.headers.get('link')]).toEqual([6, null]);

  const taken = await engine.api('POST', '/orgs/acme/repos', { name: 'R1' });
  expect(taken).toMatchObject({
    status: 422,
    body: { message: 'Validation Failed', errors: [{ resource: 'Repository', field: 'name', code: 'already_exists' }] },
  });
  expectShape('validation-error.json', { ...taken.body, errors: undefined });
  for (const name of ['', '..', 'a/b', 'x.git', 'ä'])
    expect((await engine.api('POST', '/user/repos', { name })).status).toBe(422);
  expect(await engine.api('POST', '/user/repos', {})).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'missing_field' }] },
  });
  // What a refusal names comes from the operation, not from words in names.
  for (const path of ['/repos/judge/import-tools', '/repos/settings/hooks', '/repos/inspections/session']) {
    const refused = await engine.api('PATCH', path, { private: 'yes' });
    expect([refused.status, refused.body.errors[0].resource]).toEqual([422, 'Repository']);
  }
  expect((await engine.api('POST', '/orgs/none/repos', { name: 'x' })).status).toBe(404);

  const folder = join(engine.folder, 'repositories/acme/r5.git');
  expect(existsSync(folder)).toBe(true);
  expect((await engine.api('DELETE', '/repos/acme/r5')).status).toBe(204);
  expect(existsSync(folder)).toBe(false);
  expect((await engine.api('GET', '/repos/acme/r5')).status).toBe(404);
});

test('organizations and accounts; one account does not see the repositories of another', async () => {
  expect(await engine.api('POST', '/admin/organizations', { login: 'tools', profile_name: 'Tools' })).toMatchObject({
    status: 201,
    body: { type: 'Organization' },
  });
  expect((await engine.api('POST', '/admin/organizations', { login: 'Tools' })).status).toBe(422);
  expect(
    (await engine.api('GET', '/user/orgs')).body.map((organization: { login: string }) => organization.login),
  ).toEqual(['acme', 'tools']);
  expect((await engine.api('POST', '/admin/users', { login: 'cid', password: 'secret words' })).status).toBe(201);
  const cid = basic('cid', 'secret words');
  expect((await plain('/repos/acme/r1', cid)).status).toBe(404);
  expect((await plain('/orgs/acme/repos', cid)).status).toBe(404);
  expect(
    (await plain('/admin/users', { method: 'POST', body: '{"login":"x","password":"secret words"}', ...cid })).status,
  ).toBe(403);
});

test('an import in every state that a client reads fits the public schema', async () => {
  const source = makeGitSource(sources, 's.git', historyStream(3));
  for (const name of ['r1', 'r2']) await engine.api('POST', '/orgs/acme/repos', { name });
  expect((await engine.api('GET', '/repos/acme/r1/import')).status).toBe(404);
  expect((await engine.api('GET', '/repos/acme/r1/import/authors')).status).toBe(404);
  const started = await engine.api('PUT', '/repos/acme/r1/import', { vcs_url: source, vcs: null, vcs_username: null });
  expectShape('import.json', started.body);
  const done = await engine.importIn('r1', ['complete']);
  expectShape('import.json', done);
  expect(Object.keys(done)).not.toEqual(expect.arrayContaining(['percent']));
  const { body: authors } = await engine.api('GET', '/repos/acme/r1/import/authors');
  for (const author of authors) expectShape('porter-author.json', author);
  expect(authors[0]).toMatchObject({
    url: `${BASE}/repos/acme/r1/import/authors/${authors[0].id}`,
    import_url: `${BASE}/repos/acme/r1/import`,
  });

  const later = async (since: string) =>
    (await engine.api('GET', `/repos/acme/r1/import/authors?since=${since}`)).body.length;
  expect(await later('0')).toBe(1);
  expect(await later(String(authors[0].id))).toBe(0);
  expect(await later('2001-01-01T00:00:00Z')).toBe(1);
  expect(await later('2999-01-01T00:00:00Z')).toBe(0);
  expect((await engine.api('GET', '/repos/acme/r1/import/authors?since=yesterday')).status).toBe(422);
  expect((await engine.api('PATCH', '/repos/acme/r1/import/authors/424242', { name: 'x' })).status).toBe(404);

  await engine.api('PUT', '/repos/acme/r2/import', { vcs: 'git', vcs_url: join(sources, 'none') });
  const failed = await engine.importIn('r2', ['error']);
  expectShape('import.json', failed);
  expect(failed.message).toBe(failed.error_message);
  expect(failed.failure).toBe('address.nothing_there');
  // What refuses a request names its failure, too.
  const refused = await engine.api('POST', '/import_detections', { vcs_url: engine.folder });
  expect(refused).toMatchObject({ status: 422, body: { failure: 'address.own_data' } });
  expect((await engine.api('GET', '/repos/acme/r2/import/report')).status).toBe(404);
  const finished = await engine.api('GET', '/user/imports?state=finished&per_page=1');
  expect(finished.body).toMatchObject([{ repo: 'r2', owner: 'acme', username_needed: false }]);
  expect(finished.headers.get('link')).toContain('rel="next"');
});

test('the OpenAPI document names every operation', async () => {
  const document = (await (await plain('/openapi.json')).json()) as {
    openapi: string;
    servers: unknown;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: BASE }]);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toMatchSnapshot();
  const operation = (method: string, path: string) => document.paths[path]?.[method] as Record<string, unknown>;
  expect(operation('get', '/rate_limit').security).toEqual([{}, { password: [] }, { token: [] }]);
  expect(operation('post', '/setup').security).toEqual([]);
  expect(operation('get', '/user/repos').description).toContain('public_repo, repo');
  const create = operation('post', '/authorizations') as { responses: object; parameters: unknown; security: unknown };
  expect(Object.keys(create.responses)).toEqual(['201', '304', '400', '401', '403', '410', '422']);
  expect([create.security, create.parameters]).toMatchObject([
    [{ password: [] }],
    [{ name: 'accept' }, { name: 'X-GitHub-OTP' }],
  ]);
});
