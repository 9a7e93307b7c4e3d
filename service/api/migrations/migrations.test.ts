/** Every status of the 14 operations on migrations, and of what stands beside them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { archiveOf, migrationIn, PREVIEW } from '../../testing/migrations.ts';
import { expectShape } from '../../testing/public-schemas.ts';

let engine: TestEngine;
let folder: string;
const START = Date.parse('2026-11-20T15:00:00Z');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry migrations '));
  engine = await startTestEngine(folder, { now: () => START });
  for (const login of ['cid', 'eve'])
    await engine.api('POST', '/admin/users', { login, password: `${login} password` });
  await engine.api('PUT', '/orgs/acme/memberships/cid', { role: 'member' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'widgets' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'hidden', private: true });
  await engine.api('POST', '/user/repos', { name: 'mine' });
  for (const { base, own } of places) {
    const { body } = await engine.api('POST', base, { repositories: [own] });
    await migrationIn(engine, `${base}/${body.id}`, ['exported']);
    ids[base] = body.id;
  }
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const as = (login: string) => (method: string, path: string, body?: unknown) =>
  engine.api(method, path, body, basic(login, `${login} password`));
const places = [
  { base: '/orgs/acme/migrations', own: 'acme/widgets', bare: 'widgets', login: 'acme' },
  { base: '/user/migrations', own: 'ann/mine', bare: 'mine', login: 'ann' },
];
/** A migration of each that is exported. */
const ids: Record<string, number> = {};

for (const { base, own, bare, login } of places) {
  test(`${base}: 201 with Location, state pending, the public shape; then 200, 302, 204 and 404 in their time`, async () => {
    const started = await engine.api('POST', base, { repositories: [own], exclude_metadata: true });
    expect(started.status).toBe(201);
    const { id, guid } = started.body;
    const url = `${BASE}${base}/${id}`;
    expect(started.headers.get('location')).toBe(url);
    expect(started.body).toMatchObject({
      node_id: Buffer.from(`09:Migration${id}`).toString('base64'),
      guid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      owner: { login },
      state: 'pending',
      lock_repositories: false,
      exclude_attachments: false,
      repositories: [{ full_name: own, locked_by: null }],
      repository_names: [own],
      locked_repositories: [],
      url,
      archive_url: `${url}/archive`,
      archive: null,
      progress: { step: 'waiting', percent: 0 },
      error_message: null,
      created_at: '2026-11-20T15:00:00+00:00',
      updated_at: '2026-11-20T15:00:00+00:00',
    });
    expectShape('migration.json', started.body);

    const path = `${base}/${id}`;
    const done = await migrationIn(engine, path, ['exported', 'failed']);
    expect(done).toMatchObject({
      state: 'exported',
      progress: null,
      archive: {
        size: expect.any(Number),
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
        exported_at: '2026-11-20T15:00:00+00:00',
        expires_at: '2026-11-27T15:00:00+00:00',
        deleted_at: null,
      },
    });
    expectShape('migration.json', done);
    const redirect = await engine.api('GET', `${path}/archive`, undefined, PREVIEW);
    const address = redirect.headers.get('location') ?? '';
    expect([redirect.status, redirect.body, redirect.headers.get('content-type')]).toEqual([
      302,
      address,
      'text/html;charset=utf-8',
    ]);
    expect(address).toMatch(new RegExp(`^${BASE}/archives/${guid}\\.tar\\.gz\\?expires=\\d+&signature=[\\da-f]{64}$`));

    expect((await engine.api('DELETE', `${path}/archive`)).status).toBe(204);
    expect((await engine.api('DELETE', `${path}/archive`)).status).toBe(404);
    expect(await engine.api('GET', `${path}/archive`)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    expect((await engine.service.fetch(new Request(address))).status).toBe(404);
    expect((await engine.api('GET', path)).body.archive.deleted_at).toBe('2026-11-20T15:00:00+00:00');
    expect(archiveOf(engine, done)).toContain(guid);
  });

  test(`${base}: a bare name will do; lists are newest first, paged, and conditional`, async () => {
    const second = await engine.api('POST', base, { repositories: [bare], lock_repositories: null, exclude: null });
    expect([second.status, second.body.repository_names]).toEqual([201, [own]]);
    const page = await engine.api('GET', `${base}?per_page=1`);
    expect(page.body.map((one: { id: number }) => one.id)).toEqual([second.body.id]);
    expect(page.headers.get('link')).toContain(`<${BASE}${base}?per_page=1&page=2>; rel="next"`);
    await migrationIn(engine, `${base}/${second.body.id}`, ['exported']);
    for (const path of [base, `${base}/${ids[base]}`, `${base}/${ids[base]}/repositories`]) {
      const first = await engine.api('GET', path);
      const again = await engine.api('GET', path, undefined, { 'if-none-match': first.headers.get('etag') ?? '' });
      expect([first.status, again.status, again.body]).toEqual([200, 304, '']);
    }
  });

  test(`${base}: exclude takes the repositories out of answers, however it is sent`, async () => {
    const path = `${base}/${ids[base]}`;
    for (const query of [
      'exclude=repositories',
      'exclude=a%2Crepositories',
      'exclude[]=repositories',
      'exclude=a&exclude=repositories',
    ]) {
      for (const asked of [path, base]) {
        const { status, body } = await engine.api('GET', `${asked}?${query}`);
        expect([status, 'repositories' in (Array.isArray(body) ? body[0] : body)], `${asked}?${query}`).toEqual([
          200,
          false,
        ]);
      }
    }
    expect((await engine.api('GET', `${path}?exclude=other`)).body.repositories).toHaveLength(1);
    const started = await engine.api('POST', base, { repositories: [own], exclude: ['repositories'] });
    expect(started.body).toMatchObject({ exclude: ['repositories'], repository_names: [own] });
    expect('repositories' in started.body).toBe(false);
    expect('repositories' in (await engine.api('GET', `${base}/${started.body.id}`)).body).toBe(false);
    await migrationIn(engine, `${base}/${started.body.id}`, ['exported']);
  });

  test(`${base}: repository lists in the reduced shape`, async () => {
    const { status, body } = await engine.api('GET', `${base}/${ids[base]}/repositories`);
    expect([status, body.length, body[0].full_name, body[0].forks_count]).toEqual([200, 1, own, 0]);
    for (const field of [
      'allow_rebase_merge',
      'allow_squash_merge',
      'allow_merge_commit',
      'forks',
      'open_issues',
      'watchers',
    ]) {
      expect(field in body[0], field).toBe(false);
    }
    // service.md: "null, or a reference"; the public schema forgets the null here, and has it for single repositories.
    const { template_repository, ...rest } = body[0];
    expect(template_repository).toBeNull();
    expectShape('minimal-repository.json', rest);
  });

  test(`${base}: 422 for repositories that cannot be taken, with a sentence`, async () => {
    const refused: [unknown, string, RegExp][] = [
      [[], 'missing_field', /^Name at least one repository/],
      [['nothing'], 'invalid', new RegExp(`^${login} has no repository "nothing"`)],
      [['eve/widgets'], 'invalid', new RegExp(`^"eve/widgets" does not belong to ${login}`)],
      [[own, bare.toUpperCase()], 'invalid', /is named twice/],
    ];
    for (const [repositories, code, message] of refused) {
      const { status, body } = await engine.api('POST', base, { repositories });
      expect([status, body], JSON.stringify(repositories)).toEqual([
        422,
        expect.objectContaining({
          message: 'Validation Failed',
          errors: [{ resource: 'Migration', field: 'repositories', code, message: expect.stringMatching(message) }],
        }),
      ]);
    }
    for (const body of [
      {},
      { repositories: 'widgets' },
      { repositories: [1] },
      { repositories: [own], lock_repositories: 'x' },
    ]) {
      expect((await engine.api('POST', base, body)).status, JSON.stringify(body)).toBe(422);
    }
  });

  test(`${base}: 401 without an account, 404 for what is not there or somebody else's`, async () => {
    const id = ids[base];
    const anonymous = (method: string, path: string) =>
      engine.service.fetch(
        new Request(BASE + path, { method, headers: PREVIEW, ...(method === 'POST' ? { body: '{}' } : {}) }),
      );
    const operations: [string, string][] = [
      ['GET', base],
      ['POST', base],
      ['GET', `${base}/${id}`],
      ['GET', `${base}/${id}/archive`],
      ['DELETE', `${base}/${id}/archive`],
      ['DELETE', `${base}/${id}/repos/${bare}/lock`],
      ['GET', `${base}/${id}/repositories`],
      ['POST', `${base}/${id}/cancel`],
      ['POST', `${base}/${id}/retry`],
      ['DELETE', `${base}/${id}/locks`],
    ];
    const other = places.find((place) => place.base !== base)?.base ?? '';
    for (const [method, path] of operations) {
      expect((await anonymous(method, path)).status, `${method} ${path}`).toBe(401);
      if (path === base) continue;
      for (const wrong of ['999999', 'x', String(ids[other] ?? 999_999)]) {
        const { status } = await engine.api(
          method,
          path.replace(`/${id}`, `/${wrong}`),
          method === 'POST' ? {} : undefined,
        );
        expect(status, `${method} ${path} with ${wrong}`).toBe(404);
      }
      // Its account's own migrations are another's to nobody.
      expect((await as('eve')(method, path, method === 'POST' ? {} : undefined)).status, `eve ${method} ${path}`).toBe(
        404,
      );
    }
  });

  test(`${base}: cancel and retry are 422 where they make no sense`, async () => {
    const path = `${base}/${ids[base]}`;
    for (const what of ['cancel', 'retry']) {
      const { status, body } = await engine.api('POST', `${path}/${what}`);
      expect([status, body.errors[0].message]).toEqual([422, expect.stringContaining('is exported')]);
    }
  });

  test(`${base}: locks one by one and all at once; 404 where there is none`, async () => {
    const started = await engine.api('POST', base, { repositories: [own], lock_repositories: true });
    const path = `${base}/${started.body.id}`;
    expect(started.body).toMatchObject({ lock_repositories: true, locked_repositories: [own] });
    const locked_by = { migration_id: started.body.id, owner: login, unlock_url: `${BASE}${path}/repos/${bare}/lock` };
    expect((await engine.api('GET', `/repos/${own}`)).body.locked_by).toEqual(locked_by);
    const again = await engine.api('POST', base, { repositories: [own], lock_repositories: true });
    expect([again.status, again.body.errors[0].message]).toEqual([
      422,
      expect.stringContaining(`is locked by migration ${started.body.id}`),
    ]);
    await migrationIn(engine, path, ['exported']);
    expect((await engine.api('DELETE', `${path}/repos/other/lock`)).status).toBe(404);
    expect((await engine.api('DELETE', `${path}/repos/${bare}/lock`)).status).toBe(204);
    expect((await engine.api('DELETE', `${path}/repos/${bare}/lock`)).status).toBe(404);
    expect((await engine.api('GET', path)).body).toMatchObject({ lock_repositories: true, locked_repositories: [] });
    const all = await engine.api('POST', base, { repositories: [own], lock_repositories: true });
    expect((await engine.api('DELETE', `${base}/${all.body.id}/locks`)).status).toBe(204);
    expect((await engine.api('GET', `/repos/${own}`)).body.locked_by).toBeNull();
    await migrationIn(engine, `${base}/${all.body.id}`, ['exported']);
  });
}

test('an organization: 403 for members who do not own it, 404 for strangers and unknown ones', async () => {
  const id = ids['/orgs/acme/migrations'];
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${id}`],
    ['GET', `/${id}/archive`],
    ['DELETE', `/${id}/archive`],
    ['DELETE', `/${id}/repos/widgets/lock`],
    ['GET', `/${id}/repositories`],
  ] as const) {
    const body = method === 'POST' ? { repositories: ['widgets'] } : undefined;
    const member = await as('cid')(method, `/orgs/acme/migrations${path}`, body);
    expect([member.status, member.body.message]).toEqual([403, 'Only owners of acme may use its migrations.']);
    expect((await as('eve')(method, `/orgs/acme/migrations${path}`, body)).status).toBe(404);
    expect((await engine.api(method, `/orgs/nobody/migrations${path}`, body)).status).toBe(404);
  }
});

test('tokens: admin:org or repo for an organization, repo for an account; private repositories only with repo', async () => {
  const token = async (...scopes: string[]) => {
    const made = await engine.api('POST', '/authorizations', { note: `for ${scopes.join()}`, scopes });
    return { authorization: `token ${made.body.token}` };
  };
  const [none, organization, repository] = [await token('gist'), await token('admin:org'), await token('repo')];
  const get = (path: string, headers: { authorization: string }) => engine.api('GET', path, undefined, headers);
  expect((await get('/orgs/acme/migrations', none)).status).toBe(403);
  expect((await get('/user/migrations', organization)).status).toBe(403);
  expect((await get('/user/migrations', repository)).status).toBe(200);
  const allowed = await get('/orgs/acme/migrations', organization);
  expect([allowed.status, allowed.headers.get('x-accepted-oauth-scopes')]).toEqual([200, 'admin:org, repo']);
  const start = (headers: { authorization: string }) =>
    engine.api('POST', '/orgs/acme/migrations', { repositories: ['hidden'] }, headers);
  expect((await start(organization)).status).toBe(422);
  const started = await start(repository);
  expect(started.status).toBe(201);
  const path = `/orgs/acme/migrations/${started.body.id}`;
  await migrationIn(engine, path, ['exported']);
  const listed = async (headers: { authorization: string }) =>
    (await get('/orgs/acme/migrations?per_page=100', headers)).body.map((one: { id: number }) => one.id);
  expect(await listed(repository)).toContain(started.body.id);
  expect(await listed(organization)).not.toContain(started.body.id);
  expect(await listed(organization)).toContain(ids['/orgs/acme/migrations']);
  for (const asked of [path, `${path}/archive`, `${path}/repositories`]) {
    expect((await get(asked, repository)).status, asked).toBe(asked.endsWith('archive') ? 302 : 200);
    expect((await get(asked, organization)).status, asked).toBe(404);
  }
});

test('415 without the preview, with the type in the sentence, unless that is switched off; starts accept v3', async () => {
  const plain = { accept: 'application/vnd.github.v3+json' };
  for (const { base, own, bare } of places) {
    const path = `${base}/${ids[base]}`;
    for (const [method, asked] of [
      ['GET', base],
      ['GET', path],
      ['GET', `${path}/archive`],
      ['DELETE', `${path}/archive`],
      ['DELETE', `${path}/repos/${bare}/lock`],
      ['GET', `${path}/repositories`],
    ] as const) {
      const refused = await engine.api(method, asked, undefined, plain);
      expect([refused.status, refused.body.message], `${method} ${asked}`).toEqual([
        415,
        expect.stringContaining('Accept: application/vnd.github.wyandotte-preview+json'),
      ]);
      expect((await engine.api(method, asked, undefined, PREVIEW)).status, `${method} ${asked}`).not.toBe(415);
    }
    const started = await engine.api('POST', base, { repositories: [own], lock_repositories: true }, plain);
    expect(started.status).toBe(201);
    expect((await engine.api('DELETE', `${base}/${started.body.id}/locks`, undefined, plain)).status).toBe(204);
    expect((await engine.api('POST', `${path}/cancel`, undefined, plain)).status).toBe(422);
    const done = await engine.until(async () => {
      const { body } = await engine.api('GET', `${base}/${started.body.id}`, undefined, PREVIEW);
      return body.state === 'exported' ? body : undefined;
    });
    const { headers } = await engine.api('GET', `${base}/${done.id}/archive`, undefined, PREVIEW);
    const archive = await engine.service.fetch(new Request(headers.get('location') ?? '', { headers: plain }));
    expect(archive.status).toBe(200);
    await archive.body?.cancel();
  }
  await engine.api('PATCH', '/settings', { preview_required: false });
  for (const { base } of places) expect((await engine.api('GET', base, undefined, plain)).status).toBe(200);
  await engine.api('PATCH', '/settings', { preview_required: true });
});

test('a removed repository stays in the names, and the window sees every migration of an account only', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'short-lived' });
  const started = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['short-lived', 'widgets'] });
  const path = `/orgs/acme/migrations/${started.body.id}`;
  await migrationIn(engine, path, ['exported']);
  expect((await engine.api('DELETE', '/repos/acme/short-lived')).status).toBe(204);
  const { body } = await engine.api('GET', path);
  expect(body.repository_names).toEqual(['acme/short-lived', 'acme/widgets']);
  expect(body.repositories.map((repository: { name: string }) => repository.name)).toEqual(['widgets']);
  expect((await as('eve')('GET', '/user/migrations')).body).toEqual([]);
  const window = await engine.service.fetch(new Request(`${BASE}/user/migrations`), { login: OWNER.login });
  expect(((await window.json()) as unknown[]).length).toBeGreaterThan(0);
});
