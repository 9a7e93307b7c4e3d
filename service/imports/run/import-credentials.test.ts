import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RememberedCredentials } from '../../credentials/remembered-credentials.ts';
import { testVault } from '../../credentials/testing/test-vault.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ImportTable } from '../../store/imports.ts';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { ImportCredentials } from './import-credentials.ts';

const USER = { name: 'reader', password: 'open sesame' };
const GIVEN = { vcs_username: USER.name, vcs_password: USER.password };
const ENDED = ['complete', 'error', 'auth_failed', 'detection_needs_auth'] as const;

let folder: string;
let server: Awaited<ReturnType<typeof serveSvn>>;
let engine: TestEngine;
let vcs_url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-remember-'));
  server = await serveSvn(folder, [makeSvnSource(folder, 'r', projectHistory('', 2))], USER);
  vcs_url = `${server.url}/r`;
});
beforeEach(async () => {
  engine = await startTestEngine(undefined, { vault: testVault() });
});
afterEach(() => engine.end());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(repo: string, body: object) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url, ...body });
  return engine.importIn(repo, [...ENDED]);
}

const remembered = async () => (await engine.api('GET', '/remembered_credentials')).body.entries;

test('a password that the source refuses is not remembered; the right one is, and holds over a restart', async () => {
  const wrong = { vcs_username: USER.name, vcs_password: 'wrong', remember_credentials: true };
  expect(await start('p', wrong)).toMatchObject({ status: 'detection_needs_auth' });
  expect(await remembered()).toEqual([]);

  await engine.api('PATCH', '/repos/acme/p/import', { ...GIVEN, remember_credentials: true });
  expect(await engine.importIn('p', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(await remembered()).toMatchObject([{ address: vcs_url, username: USER.name }]);

  await engine.restart();
  expect((await engine.api('POST', '/repos/acme/p/import/updates')).status).toBe(202);
  await engine.event('import.changed', (event) => event.status === 'complete');
  expect(await engine.importIn('p', ['complete', 'error', 'auth_failed'])).toMatchObject({ status: 'complete' });
  expect((await engine.api('POST', '/import_detections', { vcs_url })).body).toMatchObject({ status: 'found' });
  const named = { vcs_url: vcs_url.replace('://', `://${USER.name}@`) };
  expect((await engine.api('POST', '/import_detections', named)).body).toMatchObject({ status: 'found' });
  expect(await start('named', named)).toMatchObject({ status: 'complete' });
});

test('what a killed engine left of its tools’ private files is gone after the next start', async () => {
  await start('p', GIVEN);
  // The import's own run, which tidies up behind itself, is over.
  await engine.restart();
  const [id] = readdirSync(join(engine.folder, 'imports'));
  const left = [join(engine.folder, 'imports', String(id), 'private'), join(engine.folder, 'remote-pushes', '7')];
  for (const place of left) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'hgrc-1-1'), `[auth]\nsource.password = ${USER.password}\n`);
  }
  await engine.restart();
  for (const place of left) expect(existsSync(place)).toBe(false);
});

test('an import that was cut off goes on by itself with the password that is remembered', async () => {
  expect(await start('p', { ...GIVEN, remember_credentials: true })).toMatchObject({ status: 'complete' });
  const data = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  data.exec("UPDATE imports SET status = 'importing', fetched = NULL");
  data.close();
  await engine.restart();
  expect(await engine.importIn('p', ['complete', 'error', 'auth_failed'])).toMatchObject({ status: 'complete' });
});

test('another import of the address needs no password; forgetting it asks again', async () => {
  expect(await start('p', { ...GIVEN, remember_credentials: true })).toMatchObject({ status: 'complete' });
  expect(await start('q', {})).toMatchObject({ status: 'complete' });
  const [entry] = await remembered();
  expect((await engine.api('DELETE', `/remembered_credentials/${entry.id}`)).status).toBe(204);
  await engine.restart();
  await engine.api('POST', '/repos/acme/q/import/updates');
  await engine.importIn('q', ['complete'], ({ last_update }) => last_update?.username_needed === true);
});

test('a wrong password that is given to one update does not take the place of the remembered one, nor does a right one', async () => {
  expect(await start('p', { ...GIVEN, remember_credentials: true })).toMatchObject({ status: 'complete' });
  const update = async (body: object) => {
    const before = engine.events.length;
    expect((await engine.api('POST', '/repos/acme/p/import/updates', body)).status).toBe(202);
    await engine.until(async () =>
      engine.events.slice(before).some((event) => event.type === 'import.changed' && event.status === 'complete')
        ? true
        : undefined,
    );
    return (await engine.importIn('p', ['complete'])).last_update;
  };
  expect(await update({ ...GIVEN, vcs_password: 'wrong' })).toMatchObject({ failure: 'subversion.login_refused' });
  expect(await update({})).toBeUndefined();
  expect(await update({ ...GIVEN, vcs_password: 'wrong' })).toMatchObject({ failure: 'subversion.login_refused' });
  await engine.restart();
  expect(await update({})).toBeUndefined();
  // One that is not to be remembered is gone with the process.
  expect(await update(GIVEN)).toBeUndefined();
  await engine.restart();
  expect(await update({})).toBeUndefined();
});

test('the login of somebody who left the organization is not used any more, and one’s own goes before another’s', async () => {
  const dee = basic('dee', 'a long password');
  await engine.api('POST', '/admin/users', { login: 'dee', password: 'a long password' });
  await engine.api('PUT', '/orgs/acme/memberships/dee');
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs_url, ...GIVEN, remember_credentials: true }, dee);
  expect(await engine.importIn('p', [...ENDED])).toMatchObject({ status: 'complete' });
  const update = async () => {
    const before = engine.events.length;
    expect((await engine.api('POST', '/repos/acme/p/import/updates')).status).toBe(202);
    await engine.until(async () =>
      engine.events.slice(before).some((event) => event.type === 'import.changed' && event.status === 'complete')
        ? true
        : undefined,
    );
    return (await engine.importIn('p', ['complete'])).last_update;
  };
  // A colleague's, also after a restart; then there is none.
  expect(await update()).toBeUndefined();
  await engine.restart();
  expect(await update()).toBeUndefined();
  expect((await engine.api('DELETE', '/orgs/acme/memberships/dee')).status).toBe(204);
  expect(await update()).toMatchObject({ username_needed: true });
  expect(await start('q', { ...GIVEN, remember_credentials: true })).toMatchObject({ status: 'complete' });
  expect(await update()).toBeUndefined();
});

test('without the wish nothing is remembered, and nothing secret lies in the data folder', async () => {
  expect(await start('r', GIVEN)).toMatchObject({ status: 'complete' });
  expect(await remembered()).toEqual([]);
  expect(existsSync(join(engine.folder, 'remembered-credentials.json'))).toBe(false);
  for (const file of ['gantry.sqlite', 'gantry.sqlite-wal']) {
    expect(readFileSync(join(engine.folder, file), 'latin1')).not.toContain(USER.password);
  }
});

test('an engine without a keychain says so', async () => {
  const bare = await startTestEngine();
  try {
    await bare.api('POST', '/orgs/acme/repos', { name: 'p' });
    const answer = await bare.api('PUT', '/repos/acme/p/import', { vcs_url, ...GIVEN, remember_credentials: true });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'remember_credentials' }] } });
    expect((await bare.api('GET', '/remembered_credentials')).body).toMatchObject({ available: false, entries: [] });
  } finally {
    await bare.end();
  }
});

test('what was given for one address is not sent to another one that the import has by then', async () => {
  const known = new ImportCredentials(
    { find: () => null } as unknown as RememberedCredentials,
    { update: () => true } as unknown as ImportTable,
    () => true,
  );
  const credentials = { username: 'eve', password: 'only for there' };
  known.take(1, 'https://there.example/r', { accountId: 1, credentials, remember: false });
  const record = { id: 1, remembered_credentials: null } as ImportRecord;
  expect(await known.of({ ...record, vcs_url: 'https://there.example/r' })).toEqual(credentials);
  expect(await known.of({ ...record, vcs_url: 'https://elsewhere.example/r' })).toBeNull();
});
