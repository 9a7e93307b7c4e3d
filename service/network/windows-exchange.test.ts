import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ask, bytesOf } from './client.ts';
import { NtlmConnection } from './testing/ntlm.ts';
import { windowsAccount } from './windows-account.ts';
import { WindowsExchange } from './windows-exchange.ts';

const ACCOUNT = { domain: 'CORP', name: 'ben', password: 'top secret words' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Signs in connections; what is asked then is answered by `open`. */
async function serve(open: Parameters<typeof createServer>[1]): Promise<string> {
  const connections = new WeakMap<Socket, NtlmConnection>();
  const server = createServer((request, response) => {
    const ntlm = connections.get(request.socket) ?? new NtlmConnection(ACCOUNT);
    connections.set(request.socket, ntlm);
    const token = /^NTLM (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const challenge = token === undefined ? null : ntlm.answer(token);
    if (ntlm.isSignedIn) return open?.(request, response);
    response.writeHead(401, { 'www-authenticate': challenge === null ? 'NTLM' : `NTLM ${challenge}` }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asked(from: string, path: string, as = windowsAccount('CORP\\ben', ACCOUNT.password)) {
  const { exchange: through } = new WindowsExchange(from, as);
  const { signal } = new AbortController();
  return ask({ method: 'GET', url: new URL(path, from), headers: {}, signal, through, redirects: { most: 3 } });
}

test('another server that asks for an account as well is told nothing of this one', async () => {
  const seen: string[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization ?? 'nothing');
    response.writeHead(401, { 'www-authenticate': 'NTLM' }).end();
  });
  servers.push(other);
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/there`;
  const url = await serve((_request, response) => response.writeHead(302, { location }).end());
  expect((await asked(url, '/here')).status).toBe(401);
  expect(seen).toEqual(['nothing']);
});

test('each of what is asked at a time has a connection of its own, and the next ones have these', async () => {
  const sockets = new Set<Socket>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    response.end(request.url);
  });
  const windows = new WindowsExchange(url, windowsAccount('CORP\\ben', ACCOUNT.password));
  const { signal } = new AbortController();
  const fetchOne = async (path: string) => {
    const answer = await ask({
      method: 'GET',
      url: new URL(path, url),
      headers: {},
      signal,
      through: windows.exchange,
    });
    return String(await bytesOf(answer, 100));
  };
  for (let round = 0; round < 3; round++) {
    expect(await Promise.all(['/a', '/b', '/c'].map(fetchOne))).toEqual(['/a', '/b', '/c']);
  }
  expect(sockets.size).toBe(3);
  expect(windows).toMatchObject({ isLetIn: true, wasAsked: true });
});

test('another password is refused, and another domain', async () => {
  const url = await serve((_request, response) => response.end());
  expect((await asked(url, '/', windowsAccount('CORP\\ben', 'another'))).status).toBe(401);
  expect((await asked(url, '/', windowsAccount('ben', ACCOUNT.password))).status).toBe(401);
});
