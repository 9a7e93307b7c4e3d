/** What service.md says in passing: media types, ids that are none, addresses of authors, fingerprints, who started what. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-print-'));
  engine = await startTestEngine();
  const vcs_url = makeGitSource(folder, 'source.git', historyStream(3, ['Ann <ann@example.org>', 'bob <>']));
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs_url });
  await engine.importIn('r', ['complete']);
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('media types are compared without case', async () => {
  for (const accept of [
    'APPLICATION/VND.GitHub.Wyandotte-Preview+JSON',
    'text/html, application/vnd.x.WYANDOTTE-preview+json',
  ]) {
    const { status, headers } = await engine.api('GET', '/orgs/acme/migrations', undefined, { accept });
    expect([accept, status]).toEqual([accept, 200]);
    expect(headers.get('x-github-media-type')).toMatch(/^\w+\.wyandotte-preview; format=json$/i);
  }
});

test('ids that are none are 404', async () => {
  const paths: [string, string, unknown?][] = [
    ['GET', '/authorizations/ID'],
    ['GET', '/applications/grants/ID'],
    ['GET', '/orgs/acme/migrations/ID'],
    ['GET', '/user/migrations/ID/repositories'],
    ['PATCH', '/repos/acme/r/import/authors/ID', { name: 'x' }],
    ['GET', '/repos/acme/r/remote_pushes/ID'],
    ['DELETE', '/repos/acme/r/remote_pushes/ID'],
    ['GET', '/repos/acme/r/hooks/ID'],
    ['GET', '/import_batches/ID'],
    ['GET', '/inspections/ID'],
    ['GET', '/restores/ID'],
    ['DELETE', '/ssh_host_keys/ID'],
    ['DELETE', '/remembered_credentials/ID'],
  ];
  for (const [method, path, body] of paths) {
    for (const id of ['x', '-1', '1.5', '1e3', '0x1', '9'.repeat(30), '%20', '1%00']) {
      const { status } = await engine.api(method, path.replace('ID', id), body);
      expect([method, path, id, status]).toEqual([method, path, id, 404]);
    }
  }
});

test('half of a character is refused: it would be kept as another name, and as the same one for all', async () => {
  const { body: authors } = await engine.api('GET', '/repos/acme/r/import/authors');
  const author = `/repos/acme/r/import/authors/${authors[0].id}`;
  for (const [method, path, body] of [
    ['PATCH', author, '{"name":"Ann \\ud83d"}'],
    ['PATCH', author, '{"name":"\\uDE00\\uD83D"}'],
    ['POST', '/authorizations', '{"note":"a\\udfff"}'],
    ['POST', '/applications', '{"name":"x","other":[{"\\ud800":1}]}'],
  ] as const) {
    const answer = await engine.api(method, path, body);
    expect([body, answer.status, answer.body.message]).toEqual([
      body,
      400,
      expect.stringContaining('unpaired surrogate'),
    ]);
  }
  expect((await engine.api('GET', '/repos/acme/r/import/authors')).body[0].name).toBe(authors[0].name);

  const whole = await engine.api('POST', '/applications', '{"name":"\\ud83d\\uDE00 \\\\ud83d"}');
  expect(whole).toMatchObject({ status: 201, body: { name: '😀 \\ud83d' } });
});

test('a field that is left out is missing, also where only certain words may stand; one of another kind is not', async () => {
  const lfs = async (body: object) => (await engine.api('PATCH', '/repos/acme/r/import/lfs', body)).body.errors;
  expect(await lfs({})).toMatchObject([{ resource: 'Import', field: 'use_lfs', code: 'missing_field' }]);
  for (const use_lfs of ['undecided', null, 1]) expect(await lfs({ use_lfs })).toMatchObject([{ code: 'invalid' }]);
  const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories: [1] });
  expect(body.errors).toMatchObject([{ field: 'repositories.0', code: 'invalid' }]);
});

test('pages beyond all numbers are empty, and sizes beyond all are the largest', async () => {
  for (const page of ['2', '999999999', '10000000000', '9'.repeat(40)]) {
    const { status, body, headers } = await engine.api('GET', `/orgs/acme/repos?page=${page}`);
    expect([page, status, body]).toEqual([page, 200, []]);
    expect(headers.get('link')).toContain('page=1>; rel="prev"');
  }
  for (const page of ['0', '-1', '1.5', '1e3', '']) {
    expect((await engine.api('GET', `/orgs/acme/repos?page=${page}&per_page=${'9'.repeat(20)}`)).body).toHaveLength(1);
  }
});

test('authors since a time: as it is written in the specification, never what else may be read as some time', async () => {
  const since = (text: string) =>
    engine
      .api('GET', `/repos/acme/r/import/authors?since=${encodeURIComponent(text)}`)
      .then(({ status, body }) => (status === 200 ? body.length : status));
  const before = process.env.TZ;
  try {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      process.env.TZ = zone;
      const now = Date.now();
      const written = (ms: number) => new Date(now + ms).toISOString();
      const hour = 3_600_000;
      for (const [text, count] of [
        [written(-hour), 2],
        [written(hour), 0],
        [`${written(-hour).slice(0, 19)}+00:00`, 2],
        [written(-hour).slice(0, 19), 2],
        [written(hour).slice(0, 19), 0],
        ['2001-01-01', 2],
      ] as const) {
        expect([zone, text, await since(text)]).toEqual([zone, text, count]);
      }
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
  for (const text of ['-1', '1/2/2003', 'May 5', '2026-13-01T00:00:00Z', '2026-11-29T01:00:00 00:00', '1e3']) {
    expect([text, await since(text)]).toEqual([text, 422]);
  }
});

test('an author’s address is one, or the one that the source has', async () => {
  const authors = (await engine.api('GET', '/repos/acme/r/import/authors')).body;
  const bob = authors.find((author: { remote_name: string }) => author.remote_name.startsWith('bob'));
  const path = `/repos/acme/r/import/authors/${bob.id}`;
  for (const email of [
    '',
    ' ',
    'bob',
    '@',
    'bob@',
    '@host',
    'bob@ho st',
    'b ob@host',
    'bob@host.',
    'bob@.host',
    'bob@ho..st',
    'a@b,c',
    '-a@-b',
  ]) {
    if (email === bob.email) continue;
    const one = await engine.api('PATCH', path, { email });
    expect([email, one.status, one.body.errors?.[0]?.field]).toEqual([email, 422, 'email']);
    const many = await engine.api('PATCH', '/repos/acme/r/import/authors', {
      authors: [{ id: bob.id, name: 'B', email }],
    });
    expect([email, many.status, many.body.errors?.[0]?.field]).toEqual([email, 422, 'authors.0.email']);
  }
  // Whose source has none keeps it while only the name is given.
  expect(await engine.api('PATCH', path, { name: 'Bob' })).toMatchObject({
    status: 200,
    body: { name: 'Bob', email: bob.email },
  });
  const kept = { authors: [{ id: bob.id, name: 'Robert', email: bob.email }] };
  expect((await engine.api('PATCH', '/repos/acme/r/import/authors', kept)).status).toBe(200);
  for (const email of [
    'bob@localhost',
    'b.o+b@ex-ample.org',
    'bøb@exämple.org',
    '"b ob"@host',
    'bob@[127.0.0.1]',
    'a@b@1234-uuid',
  ]) {
    expect(await engine.api('PATCH', path, { email })).toMatchObject({ status: 200, body: { email } });
  }
  expect((await engine.api('PATCH', path, { email: '' })).body.errors[0].field).toBe('email');
});

test('a fingerprint exists once for an application and a person', async () => {
  const make = async (name: string) => (await engine.api('POST', '/applications', { name })).body;
  const [one, other] = [await make('one'), await make('other')];
  const create = (app: { client_id: string; client_secret: string }, fingerprint?: string, who = {}) => {
    const { client_id, client_secret } = app;
    return engine.api('POST', '/authorizations', { client_id, client_secret, fingerprint }, who);
  };
  const first = await create(one, 'laptop');
  expect(first.status).toBe(201);
  expect(await create(one, 'laptop')).toMatchObject({
    status: 422,
    body: { errors: [{ resource: 'OauthAccess', field: 'fingerprint', code: 'already_exists' }] },
  });
  await engine.api('POST', '/admin/users', { login: 'cid', password: 'secret words' });
  for (const made of [
    create(other, 'laptop'),
    create(one, 'laptop', basic('cid', 'secret words')),
    create(one, 'phone'),
  ]) {
    expect((await made).status).toBe(201);
  }
  const second = await create(one, 'tablet');
  const path = `/authorizations/${second.body.id}`;
  expect((await engine.api('PATCH', path, { fingerprint: 'laptop' })).body.errors[0].field).toBe('fingerprint');
  expect((await engine.api('PATCH', path, { fingerprint: 'tablet' })).status).toBe(200);
  expect((await engine.api('PATCH', path, { fingerprint: 'watch' })).body.fingerprint).toBe('watch');
});

test('GET /user/migrations lists all that the account started, and what it may still see', async () => {
  const who = basic('eve', 'secret words');
  await engine.api('POST', '/admin/users', { login: 'eve', password: 'secret words' });
  await engine.api('PUT', '/orgs/acme/memberships/eve', { role: 'admin' });
  const started = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['r'] }, who);
  expect(started.status).toBe(201);
  const ids = async (headers: Record<string, string>) =>
    (await engine.api('GET', '/user/migrations', undefined, headers)).body.map(({ id }: { id: number }) => id);
  expect(await ids(who)).toEqual([started.body.id]);
  // Another's doing is another's list.
  expect(await ids({})).not.toContain(started.body.id);
  const { body } = await engine.api('POST', '/authorizations', { note: 'eve', scopes: ['repo'] }, who);
  const token = { authorization: `token ${body.token}` };
  expect(await ids(token)).toEqual([started.body.id]);
  await engine.api('PATCH', '/orgs/acme', { saml_enforced: true });
  expect(await ids(token)).toEqual([]);
  await engine.api('PATCH', '/orgs/acme', { saml_enforced: false });
  await engine.api('PUT', '/orgs/acme/memberships/eve', { role: 'member' });
  expect(await ids(who)).toEqual([]);
});
