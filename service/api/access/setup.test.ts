/** `GET /setup` before and after somebody signed in, as the window asks it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.end());

async function ask(login: string) {
  const answer = await engine.service.fetch(new Request(`${BASE}/setup`), { login });
  return { status: answer.status, body: await answer.json() };
}

test('a window in which nobody is signed in is answered, without a path; the owner sees the data folder', async () => {
  expect(await ask('')).toMatchObject({ status: 200, body: { required: false, data_folder: null } });
  expect(await ask(OWNER.login)).toMatchObject({ status: 200, body: { data_folder: engine.folder } });
  expect((await ask('who is this')).status).toBe(401);
  const other = await engine.service.fetch(new Request(`${BASE}/user/repos`), { login: '' });
  expect(other.status).toBe(401);
});
