/** The client against real servers, proxies and certificates. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort, listening } from '../testing/ports.ts';
import { ask, bytesOf, type HttpRequest } from './client.ts';
import { applyNetwork } from './current.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';
import { type Authority, makeAuthority } from './testing/authority.ts';
import { startProxy } from './testing/proxy.ts';
import { startTlsFront } from './testing/tls-front.ts';
import { NetworkTrouble } from './trouble.ts';

let folder: string;
let authority: Authority;
const stops: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'network-'));
  authority = makeAuthority(join(folder, 'authority'));
});
beforeEach(() => network({}));
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => {
  applyNetwork({ ...DEFAULT_NETWORK, proxyPassword: null, authoritiesFolder: null });
  rmSync(folder, { recursive: true });
});

function network(parts: Partial<NetworkSettings>, proxyPassword: string | null = null): void {
  const direct = { ...DEFAULT_NETWORK, proxy: { ...DEFAULT_NETWORK.proxy, mode: 'none' as const } };
  applyNetwork({ ...direct, ...parts, proxyPassword, authoritiesFolder: null });
}

function through(address: string, username = '', exceptions: string[] = []): NetworkSettings['proxy'] {
  return { mode: 'manual', address, username, exceptions };
}

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}

function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url: new URL(url), headers: {}, signal: new AbortController().signal, ...more };
}

const textOf = async (request: HttpRequest) => String(await bytesOf(await ask(request), 1 << 20));

async function troubleOf(work: Promise<unknown>): Promise<NetworkTrouble> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NetworkTrouble);
  return error as NetworkTrouble;
}

test('an answer is unpacked and its connection used again', async () => {
  const connections = new Set<Socket>();
  const { origin } = await serve((request, response) => {
    connections.add(request.socket);
    response.writeHead(200, { 'content-encoding': 'gzip', 'x-asked': request.headers['accept-encoding'] ?? '' });
    response.end(gzipSync('hello'));
  });
  expect(await textOf(get(origin))).toBe('hello');
  expect(await textOf(get(origin))).toBe('hello');
  expect(connections.size).toBe(1);
});

test('each part of the way fails with its own fact', async () => {
  const closed = await serve(() => undefined);
  for (const stop of stops.splice(0)) await stop();
  expect(await troubleOf(ask(get(closed.origin)))).toMatchObject({ fact: 'connection_refused', hop: 'connection' });
  expect(await troubleOf(ask(get('http://nowhere.invalid/')))).toMatchObject({ hop: 'name' });
  const plain = await serve((_, response) => void response.end('x'));
  expect(await troubleOf(ask(get(`https://127.0.0.1:${plain.port}/`)))).toMatchObject({ fact: 'no_tls' });
  const nonsense = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve));
  const port = (nonsense.address() as AddressInfo).port;
  expect(await troubleOf(ask(get(`http://127.0.0.1:${port}/`)))).toMatchObject({ fact: 'bad_answer', hop: 'answer' });
  nonsense.close();
});

/** A server that says why it refuses a certificate; Node's own just hangs up. */
async function strictOpenssl(): Promise<string> {
  const port = await freePort();
  const { certificate, key } = authority.issue('openssl');
  const asking = ['-Verify', '1', '-verify_return_error', '-CAfile', authority.file];
  const server = spawn(
    'openssl',
    ['s_server', '-accept', `127.0.0.1:${port}`, '-cert', certificate, '-key', key, '-www', ...asking],
    {
      stdio: 'ignore',
    },
  );
  stops.push(() => void server.kill());
  await listening(port);
  return `https://127.0.0.1:${port}/`;
}

test('certificates: unknown, of another name, expired, wanted and refused', async () => {
  const { port } = await serve((_, response) => void response.end('in'));
  const front = async (...args: [string, string?, number?]) => {
    const made = await startTlsFront(port, authority.issue(...args));
    stops.push(made.stop);
    return made.origin;
  };
  const good = await front('server');
  expect(await troubleOf(ask(get(good)))).toMatchObject({ fact: 'certificate_unknown', hop: 'certificate' });
  network({ authorities: authority.file });
  expect(await textOf(get(good))).toBe('in');
  expect(await troubleOf(ask(get(await front('other', 'DNS:elsewhere.example'))))).toMatchObject({
    fact: 'certificate_name',
  });
  expect(await troubleOf(ask(get(await front('old', 'IP:127.0.0.1', -1))))).toMatchObject({
    fact: 'certificate_expired',
  });
  const strict = await startTlsFront(port, authority.issue('strict'), authority.file);
  stops.push(strict.stop);
  expect(await troubleOf(ask(get(strict.origin)))).toMatchObject({ fact: 'client_certificate_wanted' });
  const stranger = makeAuthority(join(folder, 'stranger'), 'Another').issue('eve');
  network({ authorities: authority.file, client_certificates: [{ host: '*', ...stranger }] });
  expect(await troubleOf(ask(get(await strictOpenssl())))).toMatchObject({ fact: 'client_certificate_refused' });
  const known = { host: `127.0.0.1:${strict.port}`, ...authority.issue('ann') };
  network({ authorities: authority.file, client_certificates: [{ host: '*', ...stranger }, known] });
  expect(await textOf(get(strict.origin))).toBe('in');
  expect(strict.clients.at(-1)).toBe('ann');
  network({ authorities: join(folder, 'gone.pem') });
  expect(await troubleOf(ask(get(good)))).toMatchObject({
    fact: 'file_unreadable',
    message: expect.stringContaining('gone.pem'),
  });
});

test('a proxy: passed, with a login, refused, wrong, gone, unable', async () => {
  const { port, origin } = await serve(
    (request, response) => void response.end(request.headers['proxy-authorization'] ?? 'none'),
  );
  const tls = await startTlsFront(port, authority.issue('proxied'));
  const user = { name: 'ann', password: 'pw-of-proxy' };
  const proxy = await startProxy(join(folder, 'proxy'), { user, connectPort: tls.port });
  stops.push(tls.stop, proxy.stop);
  const authorities = authority.file;
  network({ authorities, proxy: through(proxy.address, 'ann') }, user.password);
  expect(await textOf(get(`${origin}/a?b`))).toBe('none');
  expect(await textOf(get(tls.origin))).toBe('none');
  expect(proxy.requests()).toEqual([`GET ${origin}/a?b`, `CONNECT 127.0.0.1:${tls.port}`]);
  expect(await troubleOf(ask(get(`https://127.0.0.1:${port}/`)))).toMatchObject({
    fact: 'proxy_refused',
    hop: 'proxy',
  });
  const nowhere = `https://nowhere.invalid:${tls.port}/`;
  expect(await troubleOf(ask(get(nowhere)))).toMatchObject({ fact: 'proxy_gateway', hop: 'proxy', passing: true });

  network({ authorities, proxy: through(proxy.address, 'ann') }, 'wrong-secret');
  const refused = await troubleOf(ask(get(tls.origin)));
  expect(refused).toMatchObject({ fact: 'proxy_login_refused' });
  expect(`${refused.message} ${refused.detail}`).not.toContain('wrong-secret');
  // A 401 of its own; that of a server behind it is the server's.
  expect(await troubleOf(ask(get(origin)))).toMatchObject({ fact: 'proxy_login_refused' });
  network({ authorities, proxy: through(proxy.address) });
  for (const url of [origin, tls.origin])
    expect(await troubleOf(ask(get(url)))).toMatchObject({ fact: 'proxy_login_wanted' });
  network({ proxy: through('http://127.0.0.1:1') });
  expect(await troubleOf(ask(get(origin)))).toMatchObject({ fact: 'proxy_unreachable', hop: 'proxy' });
  const cutting = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
  stops.push(() => cutting.close());
  network({ proxy: through(`http://127.0.0.1:${(cutting.address() as AddressInfo).port}`) });
  expect(await troubleOf(ask(get('https://server.invalid/')))).toMatchObject({ fact: 'proxy_closed', hop: 'proxy' });
  network({ proxy: through('http://nowhere.invalid:1') });
  expect(await troubleOf(ask(get(origin)))).toMatchObject({ fact: 'proxy_not_found' });
  network({ proxy: through('http://127.0.0.1:1', '', ['127.0.0.1']) });
  expect(await textOf(get(origin))).toBe('none');
});

test('a proxy that is spoken to over TLS', async () => {
  const { port, origin } = await serve((_, response) => void response.end('in'));
  const tls = await startTlsFront(port, authority.issue('behind'));
  const proxy = await startProxy(join(folder, 'secure-proxy'));
  const front = await startTlsFront(proxy.port, authority.issue('proxy'));
  stops.push(tls.stop, proxy.stop, front.stop);
  network({ proxy: through(front.origin) });
  expect(await troubleOf(ask(get(origin)))).toMatchObject({ fact: 'proxy_certificate', hop: 'proxy' });
  network({ proxy: through(front.origin), authorities: authority.file });
  expect(await textOf(get(origin))).toBe('in');
  expect(await textOf(get(tls.origin))).toBe('in');
  expect(proxy.requests()).toEqual([`GET ${origin}/`, `CONNECT 127.0.0.1:${tls.port}`]);
});

test('a redirect keeps a login at its own server', async () => {
  const seen: (string | undefined)[] = [];
  const thief = await serve((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie);
    response.end('thief');
  });
  const first = await serve((request, response) => {
    if (request.url === '/here') response.writeHead(302, { location: '/there' }).end();
    else if (request.url === '/there') response.end(`kept ${request.headers.authorization}`);
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else response.writeHead(302, { location: `${thief.origin}/x` }).end();
  });
  const headers = { Authorization: 'Basic c2VjcmV0', Cookie: 'a=b', 'x-other': 'stays' };
  const redirects = { most: 3 };
  expect(await textOf(get(`${first.origin}/here`, { headers, redirects }))).toBe('kept Basic c2VjcmV0');
  expect(await textOf(get(`${first.origin}/away`, { headers, redirects }))).toBe('thief');
  expect(seen).toEqual([undefined, undefined]);
  expect(await troubleOf(ask(get(`${first.origin}/round`, { redirects })))).toMatchObject({
    fact: 'too_many_redirects',
  });
  expect((await ask(get(`${first.origin}/away`))).status).toBe(302);

  const front = await startTlsFront(first.port, authority.issue('redirecting'));
  stops.push(front.stop);
  network({ authorities: authority.file });
  expect(await troubleOf(ask(get(`${front.origin}/away`, { headers, redirects })))).toMatchObject({
    fact: 'unsafe_redirect',
  });
  expect(await textOf(get(`${front.origin}/away`, { redirects }))).toBe('thief');
});

test('a redirect that the caller does not want leaves no connection behind', async () => {
  const closed = Promise.withResolvers<void>();
  const { origin } = await serve((request, response) => {
    request.socket.once('close', () => closed.resolve());
    response.writeHead(302, { location: 'http://elsewhere.example/' }).write('a body without an end');
  });
  const unwanted = new Error('led elsewhere');
  const decide = () => {
    throw unwanted;
  };
  await expect(ask(get(origin, { redirects: { most: 3, decide } }))).rejects.toBe(unwanted);
  await closed.promise;
});

test('a busy server is waited for as long as it says, and only where sending twice does no harm', async () => {
  let left = 2;
  let asked = 0;
  const date = () => new Date(Date.now() + 30_000).toUTCString();
  const { origin } = await serve((request, response) => {
    if (request.url === '/bare') return void response.writeHead(503).end();
    asked += 1;
    left -= 1;
    if (left >= 0) response.writeHead(left === 1 ? 429 : 503, { 'retry-after': left === 1 ? '7' : date() }).end('busy');
    else response.end('done');
  });
  const waits: number[] = [];
  const repeats = { tries: 5, longestWaitMs: 60_000, delay: async (time: number) => void waits.push(time) };
  expect(await textOf(get(origin, { repeats }))).toBe('done');
  expect(waits[0]).toBe(7000);
  expect(waits[1]).toBeGreaterThan(25_000);
  expect(waits[1]).toBeLessThanOrEqual(30_000);
  left = 1;
  expect((await ask(get(origin, { method: 'POST', body: Buffer.from('x') }))).status).toBe(503);
  left = 1;
  expect((await ask(get(origin, { repeats: { ...repeats, longestWaitMs: 1000 } }))).status).toBe(503);
  expect(asked).toBe(5);
  // Who waits only when it is asked to hears of everything else at once.
  left = 2;
  const patient = { ...repeats, onlyWhenAsked: true };
  expect(await textOf(get(origin, { repeats: patient }))).toBe('done');
  expect((await ask(get(`${origin}/bare`, { repeats: patient }))).status).toBe(503);
});

test('what a server may say when it is in trouble is waited out, what it will never do is not', async () => {
  const left = [500, 508, 501];
  const { origin } = await serve((_request, response) => response.writeHead(left.shift() ?? 200).end());
  const waits: (string | number)[] = [];
  const onWait = (_time: number, why: string | number) => void waits.push(why);
  const repeats = { tries: 5, longestWaitMs: 60_000, delay: async () => undefined, onWait };
  expect((await ask(get(origin, { repeats }))).status).toBe(501);
  expect(waits).toEqual([500, 508]);
});

test('who is cancelled while a busy server is waited for hears why', async () => {
  const { origin } = await serve((_request, response) => response.writeHead(503, { 'retry-after': '100' }).end());
  const stop = new AbortController();
  const reason = new Error('not wanted any more');
  const repeats = { tries: 3, longestWaitMs: 200_000, onWait: () => queueMicrotask(() => stop.abort(reason)) };
  await expect(ask(get(origin, { signal: stop.signal, repeats }))).rejects.toBe(reason);
});

test('time limits: connection, first byte, silence in the middle', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half');
  });
  expect(await troubleOf(ask(get(origin, { limits: { firstByteMs: 50 } })))).toMatchObject({ fact: 'no_first_byte' });
  const answer = await ask(get(`${origin}/half`, { limits: { silenceMs: 50 } }));
  expect(await troubleOf(bytesOf(answer, 100))).toMatchObject({ fact: 'silent' });
  const deaf = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const { port } = deaf.address() as AddressInfo;
  const limits = { connectMs: 50 };
  expect(await troubleOf(ask(get(`https://127.0.0.1:${port}/`, { limits })))).toMatchObject({
    fact: 'connect_timeout',
  });
  network({ proxy: through(`http://127.0.0.1:${port}`) });
  expect(await troubleOf(ask(get('https://host.example/', { limits })))).toMatchObject({ fact: 'connect_timeout' });
  deaf.close();
});

test('cancelling ends at once, before the connection, before the answer and within it', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half');
  });
  const deaf = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const reason = new Error('not wanted any more');
  for (const url of [`https://127.0.0.1:${(deaf.address() as AddressInfo).port}/`, origin]) {
    const stop = new AbortController();
    const asked = ask(get(url, { signal: stop.signal }));
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  }
  deaf.close();
  const stop = new AbortController();
  const pieces = (await ask(get(`${origin}/half`, { signal: stop.signal }))).pieces();
  expect(String((await pieces.next()).value)).toBe('half');
  const more = pieces.next();
  stop.abort(reason);
  await expect(more).rejects.toBe(reason);
});

test('bodies stream both ways at the pace of who is slower', async () => {
  const SIZE = 32 << 20;
  const piece = Buffer.alloc(64 << 10, 7);
  let got = 0;
  const { origin } = await serve(async (request, response) => {
    for await (const chunk of request) got += (chunk as Buffer).length;
    let sent = 0;
    const source = new Readable({
      read() {
        this.push(sent < SIZE ? piece : null);
        sent += piece.length;
        made = sent;
      },
    });
    source.pipe(response);
  });
  let made = 0;
  const body = () =>
    Readable.from(
      (function* () {
        for (let n = 0; n < SIZE; n += piece.length) yield piece;
      })(),
    );
  const answer = await ask(get(origin, { method: 'PUT', body, length: SIZE }));
  expect(got).toBe(SIZE);
  const pieces = answer.pieces();
  await pieces.next();
  expect(made).toBeLessThan(SIZE);
  let rest = 0;
  for await (const chunk of pieces) rest += chunk.length;
  expect(rest).toBeGreaterThan(SIZE / 2);
});

test('a cut answer, a failing body and a server that answers early', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/early') return void response.writeHead(413, { connection: 'close' }).end('too much');
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  expect(await troubleOf(textOf(get(origin)))).toMatchObject({ fact: 'connection_broke', passing: true });
  const broken = new Error('the disk failed');
  const failing = () =>
    Readable.from(
      (function* () {
        yield Buffer.from('x');
        throw broken;
      })(),
    );
  await expect(ask(get(origin, { method: 'PUT', body: failing, length: 10 }))).rejects.toBe(broken);
  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1 << 16);
      })(),
    );
  const answer = await ask(get(`${origin}/early`, { method: 'PUT', body: endless }));
  expect(answer.status).toBe(413);
  answer.drop();
});
