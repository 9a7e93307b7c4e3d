/** What each scope for organizations lets a token of an owner do with memberships, by its own name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.api('POST', '/admin/users', { login: 'mia', password: 'secret words' });
});
afterAll(() => engine.end());

/** The statuses of making somebody a member, reading that, taking it back, and changing the organization. */
async function statusesWith(scope: string): Promise<number[]> {
  const { token } = (await engine.api('POST', '/authorizations', { note: scope, scopes: [scope] })).body;
  await engine.api('PUT', '/orgs/acme/memberships/mia');
  const ask = async (method: string, path: string, body?: unknown) =>
    (await engine.api(method, `/orgs/acme${path}`, body, { authorization: `token ${token}` })).status;
  return [
    await ask('PUT', '/memberships/mia', { role: 'member' }),
    await ask('GET', '/memberships/mia'),
    await ask('DELETE', '/memberships/mia'),
    await ask('PATCH', '', {}),
  ];
}

test('a token changes memberships with write:org, reads them with read:org, changes the organization with admin:org', async () => {
  expect(await statusesWith('read:org')).toEqual([403, 200, 403, 403]);
  expect(await statusesWith('write:org')).toEqual([200, 200, 204, 403]);
  expect(await statusesWith('admin:org')).toEqual([200, 200, 204, 200]);
  expect(await statusesWith('repo')).toEqual([403, 200, 403, 403]);
});
