/** `@octokit/rest` 18.0.9: rateLimit and imports by method, authorizations and grants by `request`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from 'octokit-rest-18';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, OWNER } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { expectConformance, type RecordedServer, startRecordedServer } from './recorded-server.ts';

let server: RecordedServer;
let sources: string;

beforeAll(async () => {
  server = await startRecordedServer();
  sources = mkdtempSync(join(tmpdir(), 'gantry conformance '));
});
afterAll(async () => {
  await server.end();
  rmSync(sources, { recursive: true, force: true });
});

test('authorizations and grants by request, the rest with the token that was made', async () => {
  const { client_id, client_secret } = (await server.engine.api('POST', '/applications', { name: 'Deployer' })).body;
  const headers = basic(OWNER.login, OWNER.password);
  // biome-ignore lint/suspicious/noExplicitAny: the types describe what the original sent
  const withPassword: any = new Octokit({ baseUrl: server.baseUrl });
  const request = withPassword.request.defaults({ headers });
  const made = await request('POST /authorizations', { note: 'a script', scopes: ['local_folders', 'repo'] });
  expect(made.status).toBe(201);
  expect((await request('GET /authorizations')).data).toHaveLength(1);
  const authorization_id = made.data.id;
  expect((await request('GET /authorizations/{authorization_id}', { authorization_id })).data.token).toBe('');
  const changed = await request('PATCH /authorizations/{authorization_id}', {
    authorization_id,
    note_url: 'https://x.org/a',
  });
  expect(changed.data.note_url).toBe('https://x.org/a');
  const one = { client_id, client_secret, fingerprint: 'über/1' };
  expect((await request('PUT /authorizations/clients/{client_id}', { client_id, client_secret })).status).toBe(201);
  expect((await request('PUT /authorizations/clients/{client_id}/{fingerprint}', one)).status).toBe(201);
  const again = await request('PUT /authorizations/clients/{client_id}/{fingerprint}', one);
  expect([again.status, again.data.fingerprint]).toEqual([200, 'über/1']);
  const grants = await request('GET /applications/grants');
  const grant_id = grants.data[0].id;
  expect((await request('GET /applications/grants/{grant_id}', { grant_id })).data).toEqual(grants.data[0]);
  expect((await request('DELETE /applications/grants/{grant_id}', { grant_id })).status).toBe(204);

  // biome-ignore lint/suspicious/noExplicitAny: see above
  const octokit: any = new Octokit({ baseUrl: server.baseUrl, auth: made.data.token });
  const limit = await octokit.rateLimit.get();
  expect(limit.data.rate.limit).toBe(5000);
  const at = { owner: 'acme', repo: 'imported' };
  await octokit.repos.createInOrg({ org: 'acme', name: at.repo });
  const vcs_url = makeGitSource(sources, 's.git', historyStream(3));
  expect((await octokit.migrations.startImport({ ...at, vcs_url, vcs: 'git' })).status).toBe(201);
  await server.engine.importIn(at.repo, ['complete']);
  expect((await octokit.migrations.getImportStatus(at)).data.status).toBe('complete');
  const { data: authors } = await octokit.migrations.getCommitAuthors(at);
  const author = { ...at, author_id: authors[0].id, name: 'Ann', email: 'ann@example.org' };
  expect((await octokit.migrations.mapCommitAuthor(author)).data.name).toBe('Ann');
  expect((await octokit.migrations.updateImport(at)).status).toBe(200);
  await server.engine.importIn(at.repo, ['complete']);
  expect((await octokit.migrations.cancelImport(at)).status).toBe(204);

  expect((await request('DELETE /authorizations/{authorization_id}', { authorization_id })).status).toBe(204);
  await expect(octokit.rateLimit.get()).rejects.toMatchObject({ status: 401 });
  expectConformance(server);
});
