import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { type ApiServer, startServer } from './server.ts';

let engine: TestEngine;
let server: ApiServer;

beforeAll(async () => {
  engine = await startTestEngine();
  server = await startServer(engine.service, 0);
});
afterAll(async () => {
  await server.close();
  await engine.end();
});

function get(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${server.baseUrl}${path}`, { headers: { 'user-agent': 'test', ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

test('it answers on the loopback address; addresses in bodies repeat it', async () => {
  const authorization = `Basic ${Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64')}`;
  const response = await fetch(`${server.baseUrl}/user`, { headers: { authorization } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ url: `${server.baseUrl}/users/ann` });
  expect((await fetch(`${server.baseUrl}/user`)).status).toBe(401);
  expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/api/v3`);
});

test('foreign names that resolve here and foreign pages are refused', async () => {
  const own = `127.0.0.1:${server.port}`;
  expect(await get('/setup', { host: own })).toBe(200);
  expect(await get('/setup', { host: `localhost:${server.port}` })).toBe(200);
  expect(await get('/setup', { host: own, origin: `http://${own}` })).toBe(200);
  expect(await get('/setup', { host: 'evil.example' })).toBe(403);
  expect(await get('/setup', { host: '127.0.0.1' })).toBe(403);
  expect(await get('/setup', { host: own, origin: 'https://evil.example' })).toBe(403);
  expect(await get('/setup', { host: own, origin: 'null' })).toBe(403);
});

test('a request line that names another host is refused, and no answer repeats it', async () => {
  const own = `127.0.0.1:${server.port}`;
  const ask = (target: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request(
        {
          ...{ port: server.port, host: '127.0.0.1', path: target },
          headers: { ...basic(OWNER.login, OWNER.password), host: own, 'user-agent': 'test' },
        },
        async (response) => {
          let text = '';
          for await (const piece of response) text += piece;
          resolve({ status: response.statusCode ?? 0, text });
        },
      )
        .once('error', reject)
        .end();
    });
  const foreign = await ask('http://evil.example/api/v3/user');
  expect(foreign.status).toBe(403);
  expect(foreign.text).not.toContain('evil');
  // Addresses in the body are those of the server, however it was asked.
  const asked = await ask(`http://${own}/api/v3/user`);
  expect([asked.status, JSON.parse(asked.text).url]).toEqual([200, `${server.baseUrl}/users/ann`]);
});

test('a taken port is told in a sentence', async () => {
  await expect(startServer(engine.service, server.port)).rejects.toThrow(/is in use\. Choose another/);
});
