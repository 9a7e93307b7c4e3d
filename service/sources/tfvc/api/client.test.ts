/** How the client waits, and gives up. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { clientOf, failing, failureOf, serve, stopServers, TOKEN } from '../testing/served-client.ts';
import { TfvcClient } from './client.ts';
import { FirstBytes } from './first-bytes.ts';
import { listProjects } from './server.ts';

afterEach(stopServers);

test('429 is waited out as long as the server says, in seconds or as a date', async () => {
  const server = await serve();
  failing(server, 2, { kind: 'status', status: 429, headers: { 'retry-after': '7' } });
  const { client, waits, log } = clientOf(server);
  expect(await listProjects(client)).toEqual(['Shop']);
  expect(waits).toEqual([7000, 7000]);
  expect(log).toContain('The server is busy (HTTP 429); asking again in 7 seconds.');

  const date = new Date(Date.now() + 90_000).toUTCString();
  failing(server, 1, { kind: 'status', status: 503, headers: { 'retry-after': date } });
  const second = clientOf(server);
  await listProjects(second.client);
  expect(second.waits).toHaveLength(1);
  expect(second.waits[0]).toBeGreaterThan(60_000);
  expect(second.waits[0]).toBeLessThanOrEqual(90_000);
});

test('a busy answer that comes with Retry-After makes the next request wait', async () => {
  const server = await serve();
  failing(server, 1, { kind: 'headers', headers: { 'retry-after': '3' } });
  const { client, waits } = clientOf(server);
  expect(await listProjects(client)).toEqual(['Shop']);
  expect(waits).toEqual([3000]);
});

test('5xx and a broken connection are asked again with growing pauses, then given up with a sentence', async () => {
  const server = await serve();
  failing(server, 1000, { kind: 'status', status: 503 });
  const { client, waits } = clientOf(server, { tries: 5 });
  const failure = await failureOf(listProjects(client));
  expect(failure).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('HTTP 503') });
  expect(failure.message).toMatch(/refused to answer \(HTTP 503\)\..* Try again later\.$/);
  expect(server.requests).toHaveLength(5);
  expect(waits).toHaveLength(4);
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(750 * 2 ** n);
    expect(wait).toBeLessThanOrEqual(1000 * 2 ** n);
  }
  failing(server, 3, { kind: 'cut', after: 10 });
  expect(await listProjects(clientOf(server).client)).toEqual(['Shop']);
});

test.each([
  ['401', 'needs a personal access token', 'was refused'],
  ['services', 'needs a personal access token', 'lacks the scope "Code (read)"'],
  ['203', 'needs a personal access token', 'was refused'],
  ['302', 'needs a personal access token', 'was refused'],
  ['ntlm', 'asks for a Windows account', 'refused the Windows account'],
  ['negotiate', 'asks for a Windows account', 'refused the Windows account'],
] as const)('a server that asks to sign in with %s is understood', async (signIn, missing, wrong) => {
  const server = await serve({ token: TOKEN, signIn });
  expect(await listProjects(clientOf(server).client)).toEqual(['Shop']);
  const none = await failureOf(listProjects(clientOf(server, { credentials: null }).client));
  expect(none).toMatchObject({ kind: 'auth', isCertain: true, message: expect.stringContaining(missing) });
  const credentials = { username: 'ann', password: 'another' };
  const refused = await failureOf(listProjects(clientOf(server, { credentials }).client));
  expect(refused).toMatchObject({ kind: 'auth', message: expect.stringContaining(wrong) });
});

test('a cancelled import waits for nothing', async () => {
  const server = await serve();
  const stop = new AbortController();
  failing(server, 1000, { kind: 'status', status: 429, headers: { 'retry-after': '900' } });
  const client = new TfvcClient({
    collection: server.url,
    credentials: null,
    signal: stop.signal,
    onLog: () => stop.abort(),
  });
  await expect(listProjects(client)).rejects.toThrow(/abort/i);
});

test('silence before the first byte is waited out and told, silence behind it is not; cancelling ends it at once', async () => {
  const server = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.fault = () => ({ kind: 'hold', until: promise });
  const asked = Promise.withResolvers<void>();
  server.onReply = () => asked.resolve();
  const stop = new AbortController();
  const cancelled = listProjects(clientOf(server, { signal: stop.signal }).client);
  await asked.promise;
  stop.abort();
  await expect(cancelled).rejects.toThrow(/abort/i);
  // Longer than a body may be silent.
  const waiting = listProjects(clientOf(server, { silenceMs: 1 }).client);
  setTimeout(resolve, 20);
  expect(await waiting).toEqual(['Shop']);
  expect(server.requests).toHaveLength(2);

  vi.useFakeTimers();
  try {
    const told: number[] = [];
    const held = Promise.withResolvers<void>();
    const bytes = new FirstBytes((milliseconds) => told.push(Math.round(milliseconds / 1000)));
    const answer = bytes.of(held.promise);
    await vi.advanceTimersByTimeAsync(17_000);
    held.resolve();
    await answer;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([5, 10, 15]);
  } finally {
    vi.useRealTimers();
  }
});

test('a part of the API that the server calls a preview is asked for as one, all else as before', async () => {
  const server = await serve();
  server.fault = ({ path, query }) => {
    if (!path.endsWith('/tfvc/items') || query.get('api-version')?.includes('preview') === true) return null;
    const body = JSON.stringify({ typeKey: 'VssInvalidPreviewVersionException', message: 'is under preview' });
    return { kind: 'status', status: 400, headers: { 'content-type': 'application/json' }, body };
  };
  const { client } = clientOf(server);
  expect(await listProjects(client)).toEqual(['Shop']);
  await client.json('tfvc/changesets/1', {});
  expect(server.requests.map(({ query }) => query.get('api-version'))).toEqual(['5.0', '5.0-preview', '5.0']);
});

test('429 without a word how long is asked again with growing pauses, or when the server says that all is forgotten', async () => {
  const server = await serve();
  failing(server, 3, { kind: 'status', status: 429 });
  const { client, waits } = clientOf(server);
  expect(await listProjects(client)).toEqual(['Shop']);
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(750 * 2 ** n);
    expect(wait).toBeLessThanOrEqual(1000 * 2 ** n);
  }
  expect(waits).toHaveLength(3);
  const reset = String(Math.floor(Date.now() / 1000) + 42);
  failing(server, 1, { kind: 'status', status: 429, headers: { 'x-ratelimit-reset': reset } });
  const second = clientOf(server);
  await listProjects(second.client);
  expect(second.waits[0]).toBeGreaterThan(35_000);
  expect(second.waits[0]).toBeLessThanOrEqual(42_000);
  // Right answers have the header as well: nothing has to wait for it.
  failing(server, 1, { kind: 'headers', headers: { 'x-ratelimit-reset': reset, 'x-ratelimit-remaining': '3' } });
  const third = clientOf(server);
  await listProjects(third.client);
  expect(third.waits).toEqual([]);
});

test.each([
  [500, 'TF30063: You are not authorized to access http://server/tfs.'],
  [500, 'TF400813: Resource not available for anonymous access.'],
  [404, 'TF400813: The user is not authorized to access this resource.'],
])('a refusal to let somebody in with status %i is no trouble of the server: %s', async (status, message) => {
  const server = await serve();
  const body = JSON.stringify({ typeKey: 'TeamFoundationServerUnauthorizedException', message });
  failing(server, 1, { kind: 'status', status, headers: { 'content-type': 'application/json', 'x-tfs-a': '1' }, body });
  const { client, waits } = clientOf(server);
  expect(await failureOf(listProjects(client))).toMatchObject({
    key: 'tfvc.token_refused',
    isCertain: true,
    message: expect.stringContaining(message),
  });
  expect(waits).toEqual([]);
});

test.each([
  'https://adfs.example.com/adfs/ls/?wa=wsignin1.0&wtrealm=x',
  'https://idp.example.com/sso?SAMLRequest=fZ',
  'https://login.microsoftonline.com/common/oauth2/authorize?x',
  '/tfs/_signin?reply_to=x',
])('a redirect to %s asks to sign in, and is not followed', async (location) => {
  const server = await serve();
  failing(server, 1000, { kind: 'status', status: 302, headers: { location } });
  expect(await failureOf(listProjects(clientOf(server).client))).toMatchObject({ kind: 'auth' });
  expect(server.requests).toHaveLength(1);
});

test('spaces and signs of addresses arrive as what they are, however the server reads queries', async () => {
  const server = await serve();
  const path = '$/Shop/a b+c;d&e=f#g%41@h/ü';
  server.model.checkIn({}, (work) => work.add(path, 'x\n'));
  const raw: string[] = [];
  server.onRequest = (url) => void raw.push(url);
  const bytes: Uint8Array[] = [];
  await clientOf(server).client.download(path, 2, () => ({ write: (piece) => void bytes.push(piece) }));
  expect(Buffer.concat(bytes).toString()).toBe('x\n');
  // Read without the rule of forms by which a plus is a space.
  const query = (raw[0] as string).slice((raw[0] as string).indexOf('?') + 1).split('&');
  expect(query.map(decodeURIComponent)).toContain(`path=${path}`);
});

test('an empty file may be an answer without content', async () => {
  const server = await serve();
  server.onReply = (_, reply) => {
    reply.status = 204;
    reply.body = Buffer.alloc(0);
  };
  const wrote: Uint8Array[] = [];
  await clientOf(server).client.download('$/Shop', 1, () => ({ write: (piece) => void wrote.push(piece) }));
  expect(wrote).toEqual([]);
});

test.for([
  ['ntlm', '--ntlm', 'a password'],
  ['401', '--ntlm', 'a password'],
  ['ntlm', '--ntlm', 'wrong'],
] as const)(
  'curl signs in by NTLM to what our client is held to (%s, %s, %s)',
  async ([signIn, way, password], { skip }) => {
    const run = promisify(execFile);
    const version = await run('curl', ['--version']).catch(() => ({ stdout: '' }));
    if (!/\bNTLM\b/.test(version.stdout)) return skip('there is no curl with NTLM here');
    const account = { domain: 'CONTOSO', name: 'ann', password: 'a password' };
    const server = await serve({ account, signIn });
    const asked = `${server.url}/_apis/tfvc/items?scopePath=$/&recursionLevel=OneLevel&api-version=5.0`;
    // The login goes over standard input, as whoever lists programs may read arguments.
    const curl = run('curl', [
      '--silent',
      '--write-out',
      '%{http_code}',
      '--output',
      '/dev/null',
      way,
      '--config',
      '-',
      asked,
    ]);
    curl.child.stdin?.end(`user = "CONTOSO\\\\ann:${password}"\n`);
    expect((await curl).stdout).toBe(password === 'wrong' ? '401' : '200');
    const credentials = { username: 'CONTOSO\\ann', password };
    const ours = listProjects(clientOf(server, { credentials }).client);
    if (password === 'wrong') await expect(ours).rejects.toMatchObject({ key: 'tfvc.windows_refused' });
    else expect(await ours).toEqual(['Shop']);
  },
);
