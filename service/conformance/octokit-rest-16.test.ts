/** `@octokit/rest` 16.43.2: every method of oauthAuthorizations, rateLimit and the imports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from 'octokit-rest-16';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OWNER } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { expectConformance, type RecordedServer, startRecordedServer } from './recorded-server.ts';

let clock = Date.parse('2020-10-20T12:00:00Z');
let server: RecordedServer;
let sources: string;
// The old clients' types describe what the original sent; the tests read what is there.
// biome-ignore lint/suspicious/noExplicitAny: see above
let octokit: any;

beforeAll(async () => {
  server = await startRecordedServer(() => clock, 1000);
  sources = mkdtempSync(join(tmpdir(), 'gantry conformance '));
  octokit = client({ username: OWNER.login, password: OWNER.password, on2fa: () => '' });
});
afterEach(() => expectConformance(server));
afterAll(async () => {
  await server.end();
  rmSync(sources, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: see above
function client(auth: unknown): any {
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return new Octokit({ auth, baseUrl: server.baseUrl, log: quiet } as never);
}

const application = async (name: string) => (await server.engine.api('POST', '/applications', { name })).body;

test('createAuthorization, getAuthorization, listAuthorizations, updateAuthorization, deleteAuthorization', async () => {
  const created = await octokit.oauthAuthorizations.createAuthorization({
    note: 'a script',
    scopes: ['user', 'user:email', 'repo'],
  });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    token: expect.stringMatching(/^[\da-f]{40}$/),
    scopes: ['repo', 'user'],
    app: { name: 'a script', client_id: '0'.repeat(20) },
    fingerprint: null,
  });
  expect(created.headers.location).toBe(created.data.url);
  const authorization_id = created.data.id;

  const got = await octokit.oauthAuthorizations.getAuthorization({ authorization_id });
  expect(got.data).toEqual({ ...created.data, token: '' });
  expect(got.headers.etag).toMatch(/^W\/"[\da-f]{64}"$/);
  expect(Date.parse(got.headers['last-modified'])).toBe(Date.parse(got.data.updated_at));
  await expect(
    octokit.oauthAuthorizations.getAuthorization({ authorization_id, headers: { 'if-none-match': got.headers.etag } }),
  ).rejects.toMatchObject({ status: 304 });

  const refused = async (parameters: object) => {
    await expect(octokit.oauthAuthorizations.createAuthorization(parameters)).rejects.toMatchObject({ status: 422 });
    return JSON.parse(server.recorded.at(-1)?.body ?? '');
  };
  expect(await refused({ note: 'a script' })).toMatchObject({
    message: 'Validation Failed',
    errors: [{ resource: 'OauthAccess', code: 'already_exists', field: 'description' }],
  });
  expect(await refused({ note: ' ' })).toMatchObject({ errors: [{ code: 'missing_field', field: 'description' }] });

  const updated = await octokit.oauthAuthorizations.updateAuthorization({
    authorization_id,
    add_scopes: ['gist'],
    note: 'another',
  });
  expect(updated.data).toMatchObject({ scopes: ['gist', 'repo', 'user'], note: 'another', token: '' });
  await expect(
    octokit.oauthAuthorizations.updateAuthorization({
      authorization_id,
      add_scopes: ['gist'],
      remove_scopes: ['user'],
    }),
  ).rejects.toMatchObject({ status: 422 });

  for (let n = 0; n < 4; n++) await octokit.oauthAuthorizations.createAuthorization({ note: `n${n}` });
  const all = await octokit.paginate(octokit.oauthAuthorizations.listAuthorizations.endpoint.merge({ per_page: 2 }));
  expect(all.map((one: { note: string }) => one.note)).toEqual(['another', 'n0', 'n1', 'n2', 'n3']);

  expect((await octokit.oauthAuthorizations.deleteAuthorization({ authorization_id })).status).toBe(204);
  await expect(octokit.oauthAuthorizations.getAuthorization({ authorization_id })).rejects.toMatchObject({
    status: 404,
  });
});

test('both forms of get-or-create are one; listGrants, getGrant, deleteGrant', async () => {
  const { client_id, client_secret } = await application('Deployer');
  const { oauthAuthorizations } = octokit;
  const first = await oauthAuthorizations.getOrCreateAuthorizationForApp({
    client_id,
    client_secret,
    scopes: ['repo'],
  });
  expect([first.status, first.data.app]).toMatchObject([201, { name: 'Deployer', client_id }]);
  const again = await oauthAuthorizations.getOrCreateAuthorizationForApp({ client_id, client_secret });
  expect([again.status, again.data]).toEqual([200, { ...first.data, token: '' }]);
  expect(again.headers.location).toBe(first.data.url);

  const inBody = await oauthAuthorizations.getOrCreateAuthorizationForApp({
    client_id,
    client_secret,
    fingerprint: 'a/b c',
    scopes: ['gist'],
  });
  expect(inBody.status).toBe(201);
  for (const method of [
    oauthAuthorizations.getOrCreateAuthorizationForAppAndFingerprint,
    oauthAuthorizations.getOrCreateAuthorizationForAppFingerprint,
  ]) {
    const inPath = await method({ client_id, client_secret, fingerprint: 'a/b c' });
    expect([inPath.status, inPath.data]).toEqual([200, { ...inBody.data, token: '' }]);
  }
  await expect(
    oauthAuthorizations.getOrCreateAuthorizationForApp({ client_id, client_secret: '0'.repeat(40) }),
  ).rejects.toMatchObject({ status: 422 });

  const { data: grants } = await oauthAuthorizations.listGrants();
  expect(grants).toMatchObject([{ app: { client_id }, scopes: ['gist', 'repo'] }]);
  const grant_id = grants[0].id;
  expect((await oauthAuthorizations.getGrant({ grant_id })).data).toEqual(grants[0]);
  expect((await oauthAuthorizations.deleteGrant({ grant_id })).status).toBe(204);
  expect((await oauthAuthorizations.listGrants()).data).toEqual([]);
  await expect(oauthAuthorizations.getAuthorization({ authorization_id: inBody.data.id })).rejects.toMatchObject({
    status: 404,
  });
});

test('rateLimit.get; a token for the rest of the API, and refused for authorizations', async () => {
  const before = (await octokit.rateLimit.get()).data;
  expect((await octokit.rateLimit.get()).data).toEqual(before);
  expect(before.rate).toEqual(before.resources.core);
  const { token } = (await octokit.oauthAuthorizations.createAuthorization({ note: 'ci', scopes: ['repo'] })).data;
  const withToken = client(token);
  const { headers } = await withToken.users.getAuthenticated();
  expect(headers['x-oauth-scopes']).toBe('repo');
  expect((await withToken.rateLimit.get()).data.rate.remaining).toBe(before.rate.remaining - 2);
  await expect(withToken.oauthAuthorizations.listAuthorizations()).rejects.toMatchObject({
    status: 403,
    message: 'This API can only be accessed with username and password Basic Auth',
  });
  await expect(client('0'.repeat(40)).users.getAuthenticated()).rejects.toMatchObject({ status: 401 });
});

test('the imports', async () => {
  const source = makeGitSource(sources, 's.git', historyStream(3));
  const at = { owner: 'acme', repo: 'imported' };
  await octokit.repos.createInOrg({ org: 'acme', name: at.repo });
  const { migrations } = octokit;
  const started = await migrations.startImport({ ...at, vcs: 'git', vcs_url: source });
  expect([started.status, started.headers.location]).toEqual([201, `${server.baseUrl}/repos/acme/imported/import`]);
  expect(started.headers['x-ratelimit-limit']).toBe('100');
  await server.engine.importIn(at.repo, ['complete']);
  expect((await migrations.getImportProgress(at)).data.status).toBe('complete');
  const { data: authors } = await migrations.getCommitAuthors(at);
  const mapped = await migrations.mapCommitAuthor({ ...at, author_id: authors[0].id, name: 'Ann', email: 'ann@x.org' });
  expect(mapped.data).toMatchObject({ name: 'Ann', email: 'ann@x.org' });
  expect((await migrations.updateImport(at)).status).toBe(200);
  await server.engine.importIn(at.repo, ['complete']);
  expect((await migrations.cancelImport(at)).status).toBe(204);
  await expect(migrations.getImportProgress(at)).rejects.toMatchObject({ status: 404 });
});

test('an import with large files: the choice right after the start, the list, the other choice', async () => {
  const large = `commit refs/heads/main\ncommitter Ann <ann@x> 1600000000 +0000\ndata 1\nl\nfrom :1\nM 100644 inline big.bin\ndata 2000\n${'0'.repeat(2000)}\n\n`;
  const source = makeGitSource(sources, 'large.git', historyStream(1, undefined, large));
  const at = { owner: 'acme', repo: 'large' };
  await octokit.repos.createInOrg({ org: 'acme', name: at.repo });
  const { migrations } = octokit;
  await migrations.startImport({ ...at, vcs: 'git', vcs_url: source });
  const chosen = await migrations.setLfsPreference({ ...at, use_lfs: 'opt_in' });
  expect([chosen.status, chosen.data.use_lfs]).toEqual([200, 'opt_in']);
  const done = await server.engine.importIn(at.repo, ['complete', 'error']);
  expect(done).toMatchObject({
    status: 'complete',
    has_large_files: true,
    large_files_count: 1,
    large_files_size: 2000,
  });
  const { data: files } = await migrations.getLargeFiles(at);
  expect(files).toMatchObject([{ path: 'big.bin', size: 2000, ref_name: 'refs/heads/main' }]);
  const path = join(server.engine.folder, 'repositories/acme/large.git');
  expect(git(path, ['show', 'main:big.bin'])).toMatch(/^version https:\/\/git-lfs.*size 2000$/s);
  expect((await migrations.setLfsPreference({ ...at, use_lfs: 'opt_out' })).data.use_lfs).toBe('opt_out');
  await server.engine.importIn(at.repo, ['complete', 'error']);
  expect(git(path, ['ls-tree', '-r', '--name-only', 'main'])).not.toContain('big.bin');
  // The client's own method does not send what it knows to be wrong.
  await expect(octokit.request('PATCH /repos/acme/large/import/lfs', { use_lfs: 'undecided' })).rejects.toMatchObject({
    status: 422,
  });
  expect((await migrations.cancelImport(at)).status).toBe(204);
  await expect(migrations.getLargeFiles(at)).rejects.toMatchObject({ status: 404 });
});

test('two factors: the challenge, the code, the same code on every later request', async () => {
  const secret = await server.engine.api('POST', '/user/two_factor');
  const totp = new TOTP({ secret: secret.body.secret });
  const code = () => totp.generate({ timestamp: clock });
  expect((await server.engine.api('PUT', '/user/two_factor', { otp: code() })).status).toBe(200);
  clock += 60_000;
  let asked = 0;
  const careful = client({
    username: OWNER.login,
    password: OWNER.password,
    on2fa: () => {
      asked++;
      return code();
    },
  });
  // Listing needs no code; making does: once challenged, the client repeats its code on every request.
  await careful.oauthAuthorizations.listAuthorizations();
  expect(asked).toBe(0);
  const made = await careful.oauthAuthorizations.createAuthorization({ note: 'with a code' });
  expect([made.status, asked]).toEqual([201, 1]);
  for (let n = 0; n < 3; n++) await careful.oauthAuthorizations.listAuthorizations();
  await careful.rateLimit.get();
  expect(server.recorded.at(-1)?.requestHeaders.get('x-github-otp')).toBe(code());
  expect(asked).toBe(1);
  // Where it is needed the used code is refused, and the client asks for the next one.
  clock += 30_000;
  const { statuses } = server;
  const before = statuses('oauth-authorizations/create-authorization').length;
  await careful.oauthAuthorizations.createAuthorization({ note: 'with the next code' });
  expect(statuses('oauth-authorizations/create-authorization').slice(before)).toEqual([401, 201]);
  expect(asked).toBe(2);
});
