/** A personal token can be allowed for an organization that enforces single sign-on; nothing else gets in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';

let engine: TestEngine;
const EVE = { login: 'eve', password: 'secret words' };
const eve = basic(EVE.login, EVE.password);

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.api('POST', '/admin/users', EVE);
  await engine.api('POST', '/admin/organizations', { login: 'other' });
  for (const org of ['acme', 'other']) {
    await engine.api('PUT', `/orgs/${org}/memberships/eve`);
    await engine.api('POST', `/orgs/${org}/repos`, { name: 'r' });
    await engine.api('PATCH', `/orgs/${org}`, { saml_enforced: true });
  }
});
afterAll(() => engine.end());

const make = async (scopes: string[], who = eve) => {
  const { body } = await engine.api('POST', '/authorizations', { note: `${Math.random()}`, scopes }, who);
  return { id: body.id as number, headers: { authorization: `token ${body.token}` } };
};
const statusOf = async (path: string, headers: Record<string, string>, method = 'GET', body?: unknown) =>
  (await engine.api(method, path, body, headers)).status;
const names = async (path: string, headers: Record<string, string>) => {
  const answer = await engine.api('GET', path, undefined, headers);
  return [
    answer.body.map((row: { full_name?: string; login: string }) => row.full_name ?? row.login),
    answer.headers.get('x-github-sso'),
  ];
};

test('allowed for one organization, it reaches that one, in single requests, in lists and over lists of imports', async () => {
  const token = await make(['public_repo', 'read:org', 'repo']);
  const path = `/authorizations/${token.id}/organizations/acme`;
  expect(await statusOf('/repos/acme/r', token.headers)).toBe(403);
  expect(await statusOf(path, {}, 'PUT')).toBe(404);
  expect(await statusOf(path, token.headers, 'PUT')).toBe(403);
  expect(await statusOf(`/authorizations/${token.id}/organizations/nobody`, eve, 'PUT')).toBe(404);
  expect(await statusOf(path, eve, 'PUT')).toBe(204);
  expect(await statusOf(path, eve, 'PUT')).toBe(204);
  expect(await statusOf('/repos/acme/r', token.headers)).toBe(200);
  expect(await statusOf('/orgs/acme', token.headers)).toBe(200);
  expect(await statusOf('/repos/other/r', token.headers)).toBe(403);
  const [otherId] = (await engine.api('GET', '/orgs/other')).body.id
    ? [(await engine.api('GET', '/orgs/other')).body.id]
    : [];
  const partial = `partial-results; organizations=${otherId}`;
  expect(await names('/user/repos', token.headers)).toEqual([['acme/r'], partial]);
  expect(await names('/user/orgs', token.headers)).toEqual([['acme'], partial]);
  const list = JSON.stringify(
    ['acme', 'other'].map((owner) => ({ vcs_url: 'https://127.0.0.1:9/x', owner, repo: 'r' })),
  );
  const batch = await engine.api('POST', '/import_batches', { list }, token.headers);
  const entries = await engine.api('GET', `/import_batches/${batch.body.id}/entries`, undefined, token.headers);
  expect(entries.body.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'refused']);
  // Another token of the same person stays out, and this one after it was taken back.
  expect(await statusOf('/repos/acme/r', (await make(['repo'])).headers)).toBe(403);
  expect(await statusOf(path, eve, 'DELETE')).toBe(204);
  expect(await statusOf(path, eve, 'DELETE')).toBe(404);
  expect(await statusOf('/repos/acme/r', token.headers)).toBe(403);
  expect(await statusOf(`/import_batches/${batch.body.id}`, token.headers)).toBe(404);
});

test('owners see and keep out; a new text, and who leaves, begins anew', async () => {
  const token = await make(['repo']);
  const path = `/authorizations/${token.id}/organizations/acme`;
  const listed = '/orgs/acme/credential-authorizations';
  await engine.api('PUT', path, undefined, eve);
  expect(await statusOf(listed, eve)).toBe(403);
  expect((await engine.api('GET', listed)).body).toMatchObject([
    { credential_id: token.id, login: 'eve', credential_type: 'personal access token', scopes: ['repo'] },
  ]);
  expect(await statusOf(`${listed}/${token.id}`, eve, 'DELETE')).toBe(403);
  expect(await statusOf(`${listed}/${token.id}`, {}, 'DELETE')).toBe(204);
  expect(await statusOf(`${listed}/${token.id}`, {}, 'DELETE')).toBe(404);
  expect(await statusOf('/repos/acme/r', token.headers)).toBe(403);

  await engine.api('PUT', path, undefined, eve);
  const { body } = await engine.api('POST', `/authorizations/${token.id}/regenerate`, undefined, eve);
  const again = { authorization: `token ${body.token}` };
  expect(await statusOf('/repos/acme/r', again)).toBe(403);
  await engine.api('PUT', path, undefined, eve);
  expect(await statusOf('/repos/acme/r', again)).toBe(200);
  await engine.api('DELETE', '/orgs/acme/memberships/eve');
  await engine.api('PUT', '/orgs/acme/memberships/eve');
  expect(await statusOf('/repos/acme/r', again)).toBe(403);
});

test('tokens of applications cannot be allowed', async () => {
  const { body: app } = await engine.api('POST', '/applications', { name: 'x' });
  const { client_id, client_secret } = app;
  const { body } = await engine.api('POST', '/authorizations', { client_id, client_secret, scopes: ['repo'] }, eve);
  const refused = await engine.api('PUT', `/authorizations/${body.id}/organizations/acme`, undefined, eve);
  expect([refused.status, refused.body.errors[0].message]).toEqual([422, expect.stringContaining('personal')]);
});
