/** What each scope for webhooks lets a token do, by its own name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';

const CONFIG = { config: { url: 'http://127.0.0.1:9/' } };
let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.api('POST', '/orgs/acme/repos', { name: 'open' });
});
afterAll(() => engine.end());

/** The statuses of reading, making, changing and removing a hook. */
async function statusesWith(scope: string): Promise<number[]> {
  const { token } = (await engine.api('POST', '/authorizations', { note: scope, scopes: [scope] })).body;
  const { id } = (await engine.api('POST', '/repos/acme/open/hooks', CONFIG)).body;
  const ask = async (method: string, path: string, body?: unknown) =>
    (await engine.api(method, `/repos/acme/open/hooks${path}`, body, { authorization: `token ${token}` })).status;
  return [
    await ask('GET', ''),
    await ask('GET', `/${id}`),
    await ask('GET', `/${id}/deliveries`),
    await ask('POST', '', CONFIG),
    await ask('PATCH', `/${id}`, { active: false }),
    await ask('DELETE', `/${id}`),
  ];
}

test('a token reads webhooks with read:repo_hook, changes them with write:repo_hook, removes them with admin:repo_hook', async () => {
  expect(await statusesWith('read:repo_hook')).toEqual([200, 200, 200, 403, 403, 403]);
  expect(await statusesWith('write:repo_hook')).toEqual([200, 200, 200, 201, 200, 403]);
  expect(await statusesWith('admin:repo_hook')).toEqual([200, 200, 200, 201, 200, 204]);
  expect(await statusesWith('repo')).toEqual([200, 200, 200, 201, 200, 204]);
  expect(await statusesWith('public_repo')).toEqual([403, 403, 403, 403, 403, 403]);
});
