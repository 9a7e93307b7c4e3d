/** What somebody hears of an import: the row that the list shows, and nothing of what is not for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import type { ApiEvent, Hearer } from './events.ts';

let engine: TestEngine;
let sources: string;

beforeAll(async () => {
  engine = await startTestEngine();
  sources = mkdtempSync(join(tmpdir(), 'gantry events '));
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

/** Imports a small repository into acme and gives what was heard of it meanwhile. */
async function heardBy(hearer: () => Hearer | null, name: string): Promise<ApiEvent[]> {
  const heard: ApiEvent[] = [];
  const stop = engine.service.events.follow((event) => heard.push(event), hearer);
  const source = makeGitSource(sources, name, historyStream(3));
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
  await engine.importIn(name, ['complete']);
  stop();
  return heard;
}

const rowsIn = (events: ApiEvent[]) =>
  events.flatMap((event) => (event.type === 'import.changed' ? [event.import] : []));

test('every change of an import comes with the row that the list shows of it', async () => {
  const rows = rowsIn(await heardBy(() => ({ login: 'ann', baseUrl: BASE }), 'seen'));
  expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(['importing', 'pushing', 'complete']));
  const [listed] = (await engine.api('GET', '/user/imports')).body;
  expect(rows.at(-1)).toEqual(listed);
});

test('who may not see a repository hears nothing of its import, and nobody hears nothing at all', async () => {
  const cid = { login: 'cid', password: 'secret words' };
  await engine.api('POST', '/admin/users', cid);
  expect((await engine.api('GET', '/user/imports', undefined, basic(cid.login, cid.password))).body).toEqual([]);
  const heard = await heardBy(() => ({ login: cid.login, baseUrl: BASE }), 'hidden');
  expect(heard.filter((event) => 'owner' in event)).toEqual([]);
  const gone = await heardBy(() => ({ login: 'gone', baseUrl: BASE }), 'hidden-too');
  expect(gone.filter((event) => 'owner' in event)).toEqual([]);
  expect(await heardBy(() => null, 'unheard')).toEqual([]);
});

test('lists by what is open and what is complete', async () => {
  await heardBy(() => null, 'done');
  await engine.api('POST', '/orgs/acme/repos', { name: 'stopped' });
  await engine.api('PUT', '/repos/acme/stopped/import', { vcs: 'git', vcs_url: join(sources, 'nothing') });
  await engine.importIn('stopped', ['error']);
  const names = async (state: string) =>
    (await engine.api('GET', `/user/imports?state=${state}`)).body.map(({ repo }: { repo: string }) => repo);
  expect(await names('open')).toEqual(['stopped']);
  expect(await names('asking')).toEqual(['stopped']);
  expect(await names('complete')).not.toContain('stopped');
  expect(await names('complete')).toContain('done');
  expect((await engine.api('GET', '/user/imports?state=other')).status).toBe(422);
});

test('that an account changed is for itself and for owners of the installation', async () => {
  await engine.api('POST', '/admin/users', { login: 'dot', password: 'secret words' });
  const heard: string[] = [];
  const hear = (login: string) =>
    engine.service.events.follow(
      (event) => 'login' in event && heard.push(`${login}: ${event.type} of ${event.login}`),
      () => ({ login, baseUrl: BASE }),
    );
  const stops = ['ann', 'cid', 'dot'].map(hear);
  await engine.api('PUT', '/admin/users/dot/password', { password: 'other words' });
  for (const stop of stops) stop();
  expect(heard.sort()).toEqual([
    'ann: account.changed of dot',
    'ann: password.changed of dot',
    'dot: account.changed of dot',
    'dot: password.changed of dot',
  ]);
});

test('an export is told to who may use what it takes, its progress to owners, an opened archive to owners of the installation', async () => {
  for (const login of ['mia', 'nia']) await engine.api('POST', '/admin/users', { login, password: 'secret words' });
  await engine.api('PUT', '/orgs/acme/memberships/mia', { role: 'member' });
  await heardBy(() => null, 'taken');
  const heard = new Map(['ann', 'mia', 'nia'].map((login) => [login, new Set<string>()]));
  const stops = [...heard].map(([login, types]) =>
    engine.service.events.follow(
      (event) => types.add('work' in event && event.work !== null ? `${event.type} with its work` : event.type),
      () => ({ login, baseUrl: BASE }),
    ),
  );
  const { id } = (await engine.api('POST', '/orgs/acme/migrations', { repositories: ['taken'] })).body;
  await engine.until(async () => {
    const { state } = (await engine.api('GET', `/orgs/acme/migrations/${id}`)).body;
    return state === 'exported' ? state : undefined;
  });
  for (const stop of stops) stop();
  expect([...(heard.get('ann') ?? [])]).toEqual(
    expect.arrayContaining(['migration.changed with its work', 'migration.progress']),
  );
  expect([...(heard.get('mia') ?? [])]).toContain('migration.changed');
  expect([...(heard.get('mia') ?? [])].filter((type) => /progress|its work/.test(type))).toEqual([]);
  expect([...(heard.get('nia') ?? [])].filter((type) => type.startsWith('migration'))).toEqual([]);
});

test('tokens and applications are told to whose they are, also to those whose tokens went with an application', async () => {
  for (const login of ['eve', 'fay']) {
    await engine.api('POST', '/admin/users', { login, password: 'secret words' });
  }
  const heard: string[] = [];
  const stops = ['ann', 'eve', 'fay'].map((login) =>
    engine.service.events.follow(
      (event) => /^(token|application)/.test(event.type) && heard.push(`${login}: ${event.type}`),
      () => ({ login, baseUrl: BASE }),
    ),
  );
  const made = await engine.api('POST', '/applications', { name: 'app' }, basic('eve', 'secret words'));
  const { client_id, client_secret } = made.body;
  const path = `/authorizations/clients/${client_id}`;
  expect((await engine.api('PUT', path, { client_secret }, basic('fay', 'secret words'))).status).toBe(201);
  expect(heard.splice(0)).toEqual(['eve: application.changed', 'fay: token.changed']);
  await engine.api('DELETE', `/applications/${client_id}`, undefined, basic('eve', 'secret words'));
  for (const stop of stops) stop();
  expect(heard).toEqual(['eve: application.changed', 'fay: token.changed']);
});

test('a webhook is told to who may administer what it is of, a list of imports to whose it is', async () => {
  for (const login of ['gil', 'hal']) await engine.api('POST', '/admin/users', { login, password: 'secret words' });
  await engine.api('PUT', '/orgs/acme/memberships/gil', { role: 'member' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'hooked' });
  const heard: string[] = [];
  const stops = ['ann', 'gil', 'hal'].map((login) =>
    engine.service.events.follow(
      ({ type }) => /^(hook|import_batch)/.test(type) && heard.push(`${login}: ${type}`),
      () => ({ login, baseUrl: BASE }),
    ),
  );
  const config = { url: 'http://127.0.0.1:9/' };
  for (const hooks of ['/orgs/acme/hooks', '/repos/acme/hooked/hooks']) {
    const { id } = (await engine.api('POST', hooks, { config })).body;
    expect(heard.splice(0)).toEqual(['ann: hook.changed']);
    await engine.api('DELETE', `${hooks}/${id}`);
    expect(heard.splice(0)).toEqual(['ann: hook.changed']);
  }
  const gil = basic('gil', 'secret words');
  await engine.api('POST', '/user/repos', { name: 'own' }, gil);
  await engine.api('POST', '/repos/gil/own/hooks', { config }, gil);
  expect(heard.splice(0).filter((what) => /hook/.test(what))).toEqual(['ann: hook.changed', 'gil: hook.changed']);
  const list = JSON.stringify([{ vcs_url: 'https://example.com/project.git', repo: 'listed' }]);
  const { id } = (await engine.api('POST', '/import_batches', { list }, gil)).body;
  expect(new Set(heard.splice(0))).toEqual(new Set(['gil: import_batch.changed']));
  expect((await engine.api('DELETE', `/import_batches/${id}`, undefined, gil)).status).toBe(204);
  for (const stop of stops) stop();
  expect(heard).toEqual(['gil: import_batch.changed']);
});
