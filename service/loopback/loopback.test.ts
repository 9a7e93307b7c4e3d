/** The loopback server as a setting. */
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BASE, basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine(undefined, { loopback: true });
});
beforeEach(async () => {
  await set({ enabled: false, port: 0 });
});
afterAll(() => engine.end());

const set = async (loopback: object) => (await engine.api('PATCH', '/settings', { loopback })).body.loopback;
const read = async () => (await engine.api('GET', '/settings')).body.loopback;
const reached = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  );

/** A request without the headers that `fetch` adds. */
function bare(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
      );
    })
      .once('error', reject)
      .end();
  });
}

test('off at first; on: it listens on both loopback addresses; off: it does not', async () => {
  expect(await read()).toEqual({ enabled: false, port: 0, base_url: null, error: null });
  const on = await set({ enabled: true });
  expect(on).toEqual({
    enabled: true,
    port: 0,
    base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v3$/),
    error: null,
  });
  expect(engine.events.some(({ type }) => type === 'settings.changed')).toBe(true);
  expect(await reached(`${on.base_url}/rate_limit`)).toBe(200);
  expect(await reached(`${on.base_url.replace('127.0.0.1', '[::1]')}/rate_limit`)).toBe(200);
  // The same again changes nothing.
  expect((await set({ enabled: true })).base_url).toBe(on.base_url);
  expect(await set({ enabled: false })).toEqual({ enabled: false, port: 0, base_url: null, error: null });
  expect(await reached(`${on.base_url}/rate_limit`)).toBeNull();
});

test('a taken port is said in a sentence, and forgotten with another one', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
  });
  expect(await set({ enabled: true, port })).toEqual({
    enabled: true,
    port,
    base_url: null,
    error: `The port ${port} is in use. Choose another one, or 0 for any free port.`,
  });
  expect(await set({ port: 0 })).toMatchObject({ base_url: expect.any(String), error: null });
  await new Promise((resolve) => taken.close(resolve));
  expect((await engine.api('PATCH', '/settings', { loopback: { port: 70_000 } })).status).toBe(422);
});

test('it can be switched off through itself, and opens again with the engine', async () => {
  const { base_url } = await set({ enabled: true });
  const headers = { ...basic(OWNER.login, OWNER.password) };
  const off = await fetch(`${base_url}/settings`, { method: 'PATCH', body: '{"loopback":{"enabled":false}}', headers });
  expect(await off.json()).toMatchObject({ loopback: { enabled: false, base_url: null } });
  await set({ enabled: true });
  await engine.restart();
  expect(await reached(`${(await read()).base_url}/rate_limit`)).toBe(200);
});

test('its last requests are listed, without their queries; the window’s are not', async () => {
  const { base_url } = await set({ enabled: true });
  const headers = basic(OWNER.login, OWNER.password);
  await fetch(`${base_url}/user/repos?client_secret=hidden`, { headers });
  await fetch(`${base_url}/user`);
  const list = async () => (await engine.api('GET', '/settings/requests')).body;
  expect((await list()).slice(0, 2)).toMatchObject([
    { method: 'GET', path: '/api/v3/user', status: 401, account: null },
    { method: 'GET', path: '/api/v3/user/repos', status: 200, account: 'ann', milliseconds: expect.any(Number) },
  ]);
  expect(JSON.stringify(await list())).not.toContain('hidden');
  await fetch(`${base_url}/applications/x/tokens/${'0a'.repeat(20)}`);
  expect((await list())[0].path).toBe('/api/v3/applications/x/tokens/…');
  for (let n = 0; n < 250; n++) await fetch(`${base_url}/rate_limit`);
  expect(await list()).toHaveLength(200);
});

test('without a User-Agent: 403 as text; over no network none is needed', async () => {
  const { base_url } = await set({ enabled: true });
  expect(await bare(`${base_url}/rate_limit`)).toMatchObject({
    status: 403,
    type: expect.stringContaining('text/html'),
    text: expect.stringContaining('User-Agent header'),
  });
  expect((await bare(`${base_url}/rate_limit`, { 'user-agent': 'x' })).status).toBe(200);
  expect((await bare(`${base_url}/rate_limit`, { 'user-agent': 'x', host: 'evil.example' })).status).toBe(403);
  expect((await engine.service.fetch(new Request(`${BASE}/rate_limit`))).status).toBe(200);
});

test('brownouts are checked', async () => {
  const refused = async (from: string, to: string) =>
    (await engine.api('PATCH', '/settings', { brownouts: [{ from, to, reason: '' }] })).body.errors?.[0].field;
  expect(await refused('soon', '2020-10-21T00:00:00Z')).toBe('brownouts.0.from');
  expect(await refused('2020-10-21T00:00:00Z', 'later')).toBe('brownouts.0.to');
  expect(await refused('2020-10-21T00:00:00Z', '2020-10-20T00:00:00Z')).toBe('brownouts.0.to');
  expect((await engine.api('GET', '/settings')).body.brownouts).toEqual([]);
});
