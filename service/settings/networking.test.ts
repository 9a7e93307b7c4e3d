/** The settings of the network through the API: checked, kept, remembered, tested. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testVault } from '../credentials/testing/test-vault.ts';
import { currentNetwork } from '../network/current.ts';
import { type Authority, makeAuthority } from '../network/testing/authority.ts';
import { startProxy } from '../network/testing/proxy.ts';
import { startTlsFront } from '../network/testing/tls-front.ts';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';

let engine: TestEngine;
let folder: string;
let authority: Authority;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'networking-'));
  authority = makeAuthority(join(folder, 'authority'));
  engine = await startTestEngine();
});
afterAll(async () => {
  await change({ proxy: { mode: 'system', address: '', username: '' }, authorities: '', client_certificates: [] });
  await engine.end();
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true });
});

const change = (body: object) => engine.api('PATCH', '/settings/network', body);
const look = async (address: string) => (await engine.api('POST', '/settings/network/test', { address })).body;
const refusal = async (body: object) => {
  const { status, body: answer } = await change(body);
  expect(status).toBe(422);
  return answer.errors[0] as { field: string; message: string };
};

test('what cannot hold is refused with its field and a sentence', async () => {
  const proxies: [object, string, string][] = [
    [{ mode: 'manual', address: '' }, 'proxy.address', 'http://proxy.example:3128'],
    [{ address: 'proxy:3128' }, 'proxy.address', 'http://host:port'],
    [{ address: 'http://ann:pw@proxy:3128' }, 'proxy.address', 'own fields'],
    [{ address: 'http://proxy:3128/path' }, 'proxy.address', 'no path'],
    [{ address: 'socks5://proxy' }, 'proxy.address', 'socks5://'],
    [{ username: 'a:b' }, 'proxy.username', 'colon'],
    [{ exceptions: ['http://x/'] }, 'proxy.exceptions.0', 'no host'],
    [{ remember: true, password: 'x' }, 'proxy.remember', 'keychain'],
  ];
  for (const [proxy, field, words] of proxies)
    expect(await refusal({ proxy })).toMatchObject({ field, message: expect.stringContaining(words) });
  const own = authority.issue('ann');
  const other = authority.issue('ben');
  const old = authority.issue('old', undefined, -1);
  const text = join(folder, 'text');
  writeFileSync(text, 'no certificate');
  const locked = join(folder, 'locked.key');
  writeFileSync(locked, '-----BEGIN ENCRYPTED PRIVATE KEY-----\n');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [empty, der, large, many] = ['empty', 'der', 'large', 'many'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(empty, '');
  execFileSync('openssl', ['x509', '-in', authority.file, '-outform', 'DER', '-out', der]);
  writeFileSync(large, Buffer.alloc(9 << 20));
  writeFileSync(many, readFileSync(authority.file, 'utf8').repeat(1001));
  const files: [object, string, string][] = [
    [{ authorities: folder }, 'authorities', 'is a folder. Name a PEM file'],
    [{ authorities: pipe }, 'authorities', 'a pipe or a device'],
    [{ authorities: '/dev/zero' }, 'authorities', 'a pipe or a device'],
    [{ authorities: empty }, 'authorities', 'holds no certificates'],
    [{ authorities: der }, 'authorities', 'holds no certificates'],
    [{ authorities: own.key }, 'authorities', 'holds no certificates'],
    [{ authorities: large }, 'authorities', 'larger than any PEM file'],
    [{ authorities: many }, 'authorities', 'holds 1,001 certificates, and at most 1,000 are read'],
    [{ client_certificates: [{ host: 'a', ...own, key: pipe }] }, 'client_certificates.0.key', 'a pipe or a device'],
    [{ authorities: 'relative.pem' }, 'authorities', 'whole path'],
    [{ authorities: join(folder, 'gone') }, 'authorities', 'no such file'],
    [{ authorities: text }, 'authorities', 'PEM'],
    [{ client_certificates: [{ host: 'a b', ...own }] }, 'client_certificates.0.host', 'no host'],
    [{ client_certificates: [{ host: 'a', ...own, certificate: text }] }, 'client_certificates.0.certificate', '.pfx'],
    [{ client_certificates: [{ host: 'a', ...own, key: other.key }] }, 'client_certificates.0.key', 'not the one'],
    [{ client_certificates: [{ host: 'a', ...own, key: locked }] }, 'client_certificates.0.key', 'passphrase'],
    [{ client_certificates: [{ host: 'a', ...old }] }, 'client_certificates.0.certificate', 'expired'],
    [{ client_certificates: ['A', 'a'].map((host) => ({ host, ...own })) }, 'client_certificates.1.host', 'two'],
  ];
  for (const [body, field, words] of files)
    expect(await refusal(body)).toMatchObject({ field, message: expect.stringContaining(words) });
  expect((await engine.api('GET', '/settings/network')).body.client_certificates).toEqual([]);
});

test('the password of a proxy is used, never told, and forgotten with its proxy', async () => {
  const proxy = { mode: 'manual', address: 'http://proxy.example:3128', username: 'ann', password: 'secret-of-proxy' };
  const { status, body } = await change({ proxy });
  expect(status).toBe(200);
  expect(body.proxy).toMatchObject({ mode: 'manual', has_password: true, username: 'ann' });
  expect(JSON.stringify(body)).not.toContain('secret-of-proxy');
  expect(currentNetwork().proxyPassword).toBe('secret-of-proxy');
  expect(JSON.stringify((await engine.api('GET', '/settings')).body)).not.toContain('secret');
  expect((await change({ proxy: { exceptions: ['.corp', '10.0.0.0/8', 'x:80'] } })).body.proxy.has_password).toBe(true);
  expect((await change({ proxy: { address: 'http://proxy.example:3129' } })).body.proxy.has_password).toBe(false);
  expect(currentNetwork().proxyPassword).toBeNull();
  expect(engine.logLines.join('\n')).not.toContain('secret-of-proxy');
});

test('the keychain keeps the password beyond the end of the engine, where that was asked for', async () => {
  const own = await startTestEngine(undefined, { vault: testVault() });
  const proxy = { mode: 'manual', address: 'http://kept.example:3128', username: 'ann', password: 'kept words' };
  const set = (remember: boolean) => own.api('PATCH', '/settings/network', { proxy: { ...proxy, remember } });
  const known = async () => (await own.api('GET', '/settings/network')).body.proxy.has_password;
  await set(false);
  await own.restart();
  expect(await known()).toBe(false);
  await set(true);
  const entries = (await own.api('GET', '/remembered_credentials')).body.entries;
  expect(entries).toMatchObject([{ address: proxy.address, username: 'ann' }]);
  await own.restart();
  expect(await known()).toBe(true);
  expect(currentNetwork()).toMatchObject({ proxyPassword: 'kept words', proxy: { address: proxy.address } });
  const files = readdirSync(own.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) expect(readFileSync(join(own.folder, name)).includes('kept words')).toBe(false);
  expect((await own.api('POST', '/admin/users', { login: 'ben', password: 'long enough words' })).status).toBe(201);
  const asBen = (method: string, path: string, body?: object) =>
    own.api(method, path, body, basic('ben', 'long enough words'));
  expect((await asBen('GET', '/settings/network')).status).toBe(403);
  expect((await asBen('PATCH', '/settings/network', { proxy: { mode: 'none' } })).status).toBe(403);
  expect((await asBen('POST', '/settings/network/test', { address: 'http://x/' })).status).toBe(403);
  await own.end();
});

test('an address is tested part by part, and the failing part is named', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/closed') response.writeHead(401);
    response.end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tls = await startTlsFront(port, authority.issue('server'));
  const proxy = await startProxy(join(folder, 'proxy'), { user: { name: 'ann', password: 'pw-of-ann' } });
  stops.push(() => server.close(), tls.stop, proxy.stop);
  await change({ proxy: { mode: 'none' } });

  const states = (tested: { hops: { hop: string; state: string }[] }) =>
    Object.fromEntries(tested.hops.map(({ hop, state }) => [hop, state]));
  const plain = await look(`http://127.0.0.1:${port}/`);
  expect(plain.failed).toBeNull();
  expect(states(plain)).toEqual({ name: 'passed', connection: 'passed', answer: 'passed', login: 'passed' });
  expect(states(await look(`http://127.0.0.1:${port}/closed`))).toMatchObject({ answer: 'passed', login: 'wanted' });
  expect(await look('http://127.0.0.1:1/')).toMatchObject({ failed: 'connection' });
  expect(await look('https://nowhere.invalid/')).toMatchObject({ failed: 'name' });
  const unknown = await look(tls.origin);
  expect(unknown).toMatchObject({ failed: 'certificate', message: expect.stringContaining('authority') });
  expect(states(unknown)).toMatchObject({
    name: 'passed',
    connection: 'passed',
    certificate: 'failed',
    answer: 'not_reached',
  });
  await change({ authorities: authority.file });
  expect(await look(tls.origin)).toMatchObject({ failed: null });

  await change({ proxy: { mode: 'manual', address: proxy.address, exceptions: [] } });
  expect(await look(tls.origin)).toMatchObject({ failed: 'proxy', message: expect.stringContaining('user name') });
  await change({ proxy: { username: 'ann', password: 'pw-of-ann' } });
  const through = await look(tls.origin);
  expect(states(through)).toEqual({ proxy: 'passed', certificate: 'passed', answer: 'passed', login: 'passed' });

  const ssh = createTcpServer((socket) => socket.end());
  await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
  stops.push(() => ssh.close());
  const { port: sshPort } = ssh.address() as AddressInfo;
  expect(await look(`svn+ssh://127.0.0.1:${sshPort}/x`)).toMatchObject({ failed: null });
  expect((await engine.api('POST', '/settings/network/test', { address: 'file:///etc' })).status).toBe(422);
  expect((await engine.api('POST', '/settings/network/test', { address: 'nonsense' })).status).toBe(422);
});
