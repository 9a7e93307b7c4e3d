import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_BAD_LOGINS_OF_ALL } from '../accounts/login-attempts.ts';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { readPublished } from './published.ts';
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

describe('behind a proxy with a name', () => {
  let published: ApiServer;
  const name = 'gantry.example.org';
  beforeAll(async () => {
    published = await startServer(engine.service, 0, undefined, { hostName: name, listen: null });
  });
  afterAll(() => published.close());

  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; text: string; link: string }>((resolve, reject) => {
      const own = { port: published.port, host: '127.0.0.1', path };
      request({ ...own, headers: { 'user-agent': 'test', ...headers } }, async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode ?? 0, text, link: `${response.headers.link ?? ''}` });
      })
        .once('error', reject)
        .end();
    });
  const login = basic(OWNER.login, OWNER.password);

  test('it answers to that name, and addresses in answers begin with it', async () => {
    const asked = await ask('/api/v3/user', { ...login, host: name });
    expect(asked.status).toBe(200);
    expect(JSON.parse(asked.text).url).toBe(`https://${name}/api/v3/users/ann`);
    expect((await ask('/api/v3/user', { ...login, host: 'Gantry.Example.ORG' })).status).toBe(200);
    // Programs of the machine go on as ever.
    const own = `127.0.0.1:${published.port}`;
    expect(JSON.parse((await ask('/api/v3/user', { ...login, host: own })).text).url).toContain(`http://${own}/`);
  });

  test('other names, and pages of others, are refused as before', async () => {
    for (const host of [
      'evil.example',
      `${name}.evil.example`,
      `evil.${name}`,
      `${name}:8443`,
      `${name}.`,
      '127.0.0.1',
    ])
      expect([host, (await ask('/api/v3/setup', { host })).status]).toEqual([host, 403]);
    for (const origin of ['https://evil.example', `http://${name}`, `https://${name}.evil.example`, 'null'])
      expect([origin, (await ask('/api/v3/setup', { host: name, origin })).status]).toEqual([origin, 403]);
    expect((await ask('/api/v3/setup', { host: name, origin: `https://${name}` })).status).toBe(200);
    expect((await ask('http://evil.example/api/v3/setup', { host: name })).status).toBe(403);
    expect((await ask('//evil.example/api/v3/setup', { ...login, host: name })).text).not.toContain('//evil');
    // Without the name, a proxy's host is a foreign one.
    expect(await get('/setup', { host: name })).toBe(403);
  });

  test('who asks is whom the proxy says, not what the caller made up', async () => {
    const left = async (forwarded: string) => {
      const { text } = await ask('/api/v3/rate_limit', { host: name, 'x-forwarded-for': forwarded });
      return JSON.parse(text).rate.remaining;
    };
    const spend = (forwarded: string) => ask('/api/v3/user', { host: name, 'x-forwarded-for': forwarded });
    const before = await left('203.0.113.7');
    await spend('198.51.100.1, 203.0.113.7');
    await spend('198.51.100.2, 203.0.113.7');
    expect(await left('203.0.113.7')).toBe(before - 2);
    expect(await left('198.51.100.1')).toBe(before);
    // A machine has a network of IPv6 for itself, and a new address in it for each request.
    await spend('2001:db8:1:2::1');
    expect(await left('2001:db8:1:2:3:4:5:6')).toBe(before - 1);
    expect(await left('2001:db8:1:3::1')).toBe(before);
  });

  test('names of repositories are told to nobody there who is not signed in and may see them', async () => {
    await engine.api('POST', '/orgs/acme/repos', { name: 'open', description: 'plans' });
    await engine.api('POST', '/admin/users', { login: 'guest', password: 'a long password' });
    const own = `127.0.0.1:${published.port}`;
    const guest = basic('guest', 'a long password');
    for (const path of ['/acme', '/acme/open']) {
      const statuses = [{}, guest, login].map(async (who) => (await ask(path, { ...who, host: name })).status);
      expect([path, await Promise.all(statuses)]).toEqual([path, [404, 404, 200]]);
      expect((await ask(path, { host: own })).status).toBe(200);
    }
  });

  test('guesses of one lock nobody else out who comes by the proxy', async () => {
    const as = (who: object, forwarded: string) =>
      ask('/api/v3/user', { ...who, host: name, 'x-forwarded-for': forwarded }).then(({ status }) => status);
    for (let n = 0; n < MOST_BAD_LOGINS_OF_ALL; n++) await as(basic(`name${n}`, 'guess'), '203.0.113.9');
    expect(await as(login, '203.0.113.9')).toBe(403);
    expect(await as(login, '203.0.113.10')).toBe(200);
  });
});

test('a name is one that others cannot have by chance', () => {
  expect(readPublished(undefined, undefined)).toBeNull();
  expect(readPublished('Gantry.example.org:443', undefined)).toEqual({ hostName: 'gantry.example.org', listen: null });
  expect(readPublished('a.b:8443', '0.0.0.0')).toEqual({ hostName: 'a.b:8443', listen: '0.0.0.0' });
  for (const name of [
    '',
    'localhost',
    '10.0.0.1',
    '*.example.org',
    'https://a.b',
    'a.b/',
    'a..b',
    'a_b.c',
    'a.b:0',
    '[::1]',
  ])
    expect(() => readPublished(name, undefined), name).toThrow('--host-name is a name with a dot');
  expect(() => readPublished('a.b', 'eth0')).toThrow('--listen is an address');
  expect(() => readPublished(undefined, '0.0.0.0')).toThrow('--listen needs --host-name');
});

test('a sender who goes away in the middle of a body, and a method that nobody knows, are no failures of the engine', async () => {
  const authorization = `Basic ${Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64')}`;
  const headers = { authorization, 'user-agent': 'test' };
  const failures = () => engine.logLines.filter((line) => line.startsWith('error'));
  const before = failures().length;
  const ended = Promise.withResolvers<number>();
  const told = await startServer(engine.service, 0, ({ status }) => ended.resolve(status));
  try {
    const cut = request(`${told.baseUrl}/user/repos`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 100 },
    });
    cut.once('error', () => undefined);
    cut.write('{"name":"cut', () => setTimeout(() => cut.destroy(), 50));
    await ended.promise;
    const traced = await new Promise<number>((resolve, reject) => {
      request(`${told.baseUrl}/user`, { method: 'TRACE', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .once('error', reject)
        .end();
    });
    expect(traced).toBe(404);
  } finally {
    await told.close();
  }
  expect(failures().slice(before)).toEqual([]);
});

test('a request that is whole only when the server ends is no failure of the engine', async () => {
  const ending = await startServer(engine.service, 0);
  const socket = connect(ending.port, '127.0.0.1');
  const head = `GET /api/v3/ HTTP/1.1\r\nHost: 127.0.0.1:${ending.port}\r\n`;
  // The second one has begun when the first is answered.
  socket.write(`${head}\r\n${head}`);
  await once(socket, 'data');
  const closed = once(socket, 'close');
  const end = ending.close();
  socket.write('\r\n');
  await Promise.all([closed, end]);
  expect((await fetch(`${server.baseUrl}/user`)).status).toBe(401);
});
