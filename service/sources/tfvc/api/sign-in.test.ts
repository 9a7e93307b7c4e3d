import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { waysOf } from '../../../network/offered-ways.ts';
import { clientOf, failing, failureOf, serve, stopServers, TOKEN } from '../testing/served-client.ts';
import { readItems } from './items.ts';
import { listProjects } from './server.ts';

afterEach(stopServers);

test('a page in place of JSON asks to sign in; a page that was asked for does not', async () => {
  const server = await serve();
  const page = Buffer.from('<html>');
  server.fault = () => ({ kind: 'body', type: 'text/html; charset=utf-8', body: page });
  const { client } = clientOf(server);
  expect(await failureOf(listProjects(client))).toMatchObject({ kind: 'auth', isCertain: true });
  const pieces: Uint8Array[] = [];
  await client.download('$/Shop/index.html', 1, () => ({ write: (piece) => void pieces.push(piece) }));
  expect(Buffer.concat(pieces)).toEqual(page);
});

test('a token without the right scope is told so', async () => {
  const server = await serve();
  failing(server, 1, { kind: 'status', status: 403, headers: { 'x-tfs-processid': '1' } });
  const failure = await failureOf(listProjects(clientOf(server).client));
  expect(failure).toMatchObject({ kind: 'auth', message: expect.stringContaining('Code (read)') });
});

test('the token goes as Basic, never into an address, and out of what the server echoes', async () => {
  const server = await serve({ token: TOKEN });
  const { client } = clientOf(server);
  const basic = Buffer.from(`:${TOKEN}`).toString('base64');
  failing(server, 1000, {
    kind: 'status',
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: `no: ${TOKEN} as ${basic}\n\u0007` }),
  });
  const failure = await failureOf(listProjects(client));
  expect(failure.message).toContain('no: *** as ***');
  expect(`${failure.message} ${failure.detail}`).not.toContain(TOKEN);
  expect(server.requests[0]?.authorization).toBe(`Basic ${basic}`);
  expect(`${server.requests[0]?.path}?${server.requests[0]?.query}`).not.toContain('pat-');
});

test('another server never gets the token; a redirect within the server is followed, one in a circle is not', async () => {
  const seen: (string | undefined)[] = [];
  const thief = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const server = await serve();
  const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/tfs/Other`;
  const location = `${elsewhere}/_apis/tfvc/items?scopePath=x`;
  failing(server, 1, { kind: 'status', status: 302, headers: { location } });
  const failure = await failureOf(listProjects(clientOf(server).client));
  expect(failure).toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining(`another server, ${elsewhere}, which`),
  });
  expect(seen).toEqual([]);
  thief.close();

  const items = '/tfs/DefaultCollection/_apis/tfvc/items?scopePath=%24%2F&recursionLevel=OneLevel&api-version=5.0';
  failing(server, 1, { kind: 'status', status: 307, headers: { location: items } });
  expect(await listProjects(clientOf(server).client)).toEqual(['Shop']);
  failing(server, 1000, { kind: 'status', status: 307, headers: { location: items } });
  expect((await failureOf(listProjects(clientOf(server).client))).kind).toBe('unreachable');
});

const ANN = { domain: 'CONTOSO', name: 'Änn', password: 'Paßwort 7' };

test.each([
  ['ntlm', 'CONTOSO\\änn'],
  ['negotiate', 'CONTOSO\\Änn'],
  ['401', 'contoso\\Änn'],
] as const)('a Windows account signs in each connection once (%s)', async (signIn, username) => {
  const server = await serve({ account: ANN, signIn });
  server.model.checkIn({}, (work) => {
    for (let n = 0; n < 40; n++) work.add(`$/Shop/file ${n}`, `${n}\n`);
  });
  const { client } = clientOf(server, { credentials: { username, password: ANN.password }, parallel: 8 });
  expect(await listProjects(client)).toEqual(['Shop']);
  const pieces: Uint8Array[] = [];
  const files = Array.from({ length: 40 }, (_, n) => `$/Shop/file ${n}`);
  await Promise.all(
    files.map((path) => client.download(path, 2, () => ({ write: (piece) => void pieces.push(piece) }))),
  );
  expect(Buffer.concat(pieces).toString().trim().split('\n')).toHaveLength(40);
  expect(await readItems(client, [{ path: '$/Shop/file 1', version: 2 }])).toHaveLength(1);
  expect(server.signedIn).toBeLessThanOrEqual(8);
  // Three messages a connection, and one for each request.
  expect(server.requests.length).toBeLessThanOrEqual(42 + 3 * 8);
  expect(server.requests.filter(({ authorization }) => authorization?.startsWith('Basic'))).toEqual([]);
  const wrong = clientOf(server, { credentials: { username, password: 'wrong' } });
  expect(await failureOf(listProjects(wrong.client))).toMatchObject({ kind: 'auth', key: 'tfvc.windows_refused' });
});

test('a name without a domain: the server is asked what it takes before it is told a password', async () => {
  const server = await serve({ account: { ...ANN, domain: '' }, signIn: 'ntlm' });
  const credentials = { username: 'Änn', password: ANN.password };
  expect(await listProjects(clientOf(server, { credentials }).client)).toEqual(['Shop']);
  expect(server.requests.filter(({ authorization }) => authorization?.startsWith('Basic'))).toEqual([]);
  // Where Basic is offered too, a token goes first, and an account second.
  const both = await serve({ account: { ...ANN, domain: '' }, token: TOKEN, signIn: '401' });
  for (const password of [TOKEN, ANN.password])
    expect(await listProjects(clientOf(both, { credentials: { username: 'Änn', password } }).client)).toEqual(['Shop']);
});

test('what the server says about a refusal is said: an expired token, and one that a server without tokens is given', async () => {
  const expired = 'Access Denied: The Personal Access Token used has expired.';
  const server = await serve({ token: 'another', signIn: 'services', serviceError: expired });
  const failure = await failureOf(listProjects(clientOf(server).client));
  expect(failure).toMatchObject({ key: 'tfvc.token_refused', isCertain: true });
  expect(failure.message).toContain(`It says: ${expired}`);
  const either = await serve({ token: 'another', account: ANN, signIn: '401', serviceError: expired });
  const credentials = { username: 'ann@example.com', password: TOKEN };
  const both = await failureOf(listProjects(clientOf(either, { credentials }).client));
  expect(both).toMatchObject({ key: 'tfvc.login_refused', message: expect.stringContaining(`It says: ${expired}`) });
  const old = await serve({ account: ANN, signIn: 'ntlm' });
  const none = await failureOf(listProjects(clientOf(old).client));
  expect(none).toMatchObject({ key: 'tfvc.only_windows' });
  expect(none.message).toMatch(/Team Foundation Server 2015 and earlier know none.*DOMAIN\\name/);
  expect(none.message).toContain('TF400813');
});

test.each([
  ['Negotiate, NTLM, Basic realm="a, b", charset="UTF-8"', ['negotiate', 'ntlm', 'basic']],
  ['NTLM TlRMTVNTUAACAAAA==', ['ntlm']],
  ['Bearer realm="Sign in with \\"NTLM\\", Basic, or a token", error="x"', ['bearer']],
  [
    'Bearer authorization_uri=https://login.windows.net/x, Basic realm="https://vsts/tfs", NTLM',
    ['bearer', 'basic', 'ntlm'],
  ],
  ['', []],
])('the ways that %j offers', (header, ways) => {
  expect([...waysOf(new Headers({ 'www-authenticate': header }))]).toEqual(ways);
});
