/**
 * Everything that talks to servers, through a real proxy, behind an authority of the test's own, and to servers that want
 * a certificate: six clients in three networks.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEnglish } from './failures/sentences.ts';
import { objectPath } from './lfs/convert/lfs-objects.ts';
import { objectsIn, uploadObjects } from './lfs/upload/lfs-upload.ts';
import { writeAuthorities } from './network/authorities.ts';
import { applyNetwork } from './network/current.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './network/settings.ts';
import { type Authority, type Issued, makeAuthority } from './network/testing/authority.ts';
import { startProxy, type TestProxy } from './network/testing/proxy.ts';
import { startTlsFront, type TlsFront } from './network/testing/tls-front.ts';
import { gitSource } from './sources/git/index.ts';
import { mercurialSource } from './sources/mercurial/index.ts';
import { HgWorkspace } from './sources/mercurial/testing/hg.ts';
import { serveHg } from './sources/mercurial/testing/serve-hg.ts';
import type { Source } from './sources/source.ts';
import { subversionSource } from './sources/subversion/index.ts';
import { newContext } from './sources/subversion/testing/import-all.ts';
import { tfvcSource } from './sources/tfvc/index.ts';
import { TfvcModel } from './sources/tfvc/testing/model.ts';
import { TfvcServer } from './sources/tfvc/testing/server.ts';
import { serveGitHttp } from './testing/git-http.ts';
import { historyStream, makeGitSource } from './testing/git-sources.ts';
import { startHookListener } from './testing/hook-listener.ts';
import { startLfsServer } from './testing/lfs-server.ts';
import { serveSvnHttp } from './testing/svn-http.ts';
import { send } from './webhooks/send.ts';

const USER = { name: 'ann', password: 'the-words-of-the-proxy' };
const CONTENT = Buffer.alloc(300_000, 'large');
const CLIENTS = ['Subversion', 'Git', 'Mercurial', 'Team Foundation', 'Git LFS', 'webhooks'] as const;
type Client = (typeof CLIENTS)[number];

/** One client and its server, at three addresses. */
interface Side {
  plain: string;
  tls: string;
  /** For those with a certificate. */
  strict: string;
  /** Names in the certificates that came to `strict`. */
  clients(): (string | null)[];
  /** Does the whole work; rejects with a sentence when it fails. */
  work(url: string): Promise<unknown>;
  /** Just looks whether the server is there, where that is less. */
  look(url: string): Promise<unknown>;
}

let folder: string;
let authority: Authority;
let person: Issued;
/** One asks for a login, one for none. */
let locked: TestProxy;
let open: TestProxy;
const sides = new Map<Client, Side>();
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry network '));
  // Apache gives up being root.
  chmodSync(folder, 0o755);
  authority = makeAuthority(join(folder, 'authority'));
  person = authority.issue('ann of acme');
  locked = await startProxy(join(folder, 'locked'), { user: USER });
  open = await startProxy(join(folder, 'open'));
  stops.push(locked.stop, open.stop);
  await Promise.all([svn(), git(), mercurial(), teamFoundation(), lfs(), webhooks()]);
});
afterAll(async () => {
  applyNetwork({ ...DEFAULT_NETWORK, proxyPassword: null, authoritiesFolder: null });
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What holds from now on; directly, where nothing else is said. */
function network(parts: Partial<NetworkSettings>, proxyPassword: string | null = null): void {
  const said = { ...DEFAULT_NETWORK, proxy: { ...DEFAULT_NETWORK.proxy, mode: 'none' as const }, ...parts };
  const authoritiesFolder = writeAuthorities(said.authorities, join(folder, 'authorities'));
  applyNetwork({ ...said, proxyPassword, authoritiesFolder });
}

/** TLS in front of a server of Node's or Mercurial's. */
async function fronts(plain: string, path: string): Promise<Omit<Side, 'work' | 'look'>> {
  const { port } = new URL(plain);
  const issued = authority.issue(`server-${port}`);
  const made: TlsFront[] = [];
  for (const clientsOf of [null, authority.file]) made.push(await startTlsFront(Number(port), issued, clientsOf));
  stops.push(...made.map((front) => front.stop));
  const [all, closed] = made as [TlsFront, TlsFront];
  return {
    ...{ plain: `http://127.0.0.1:${port}${path}`, tls: all.origin + path, strict: closed.origin + path },
    clients: () => closed.clients,
  };
}

const asking = (source: Source) => ({
  work: (url: string) => source.fetch(url, newContext(folder)),
  async look(url: string) {
    const found = await source.probe(url, newContext(folder));
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
  },
});

const doing = (work: Side['work']) => ({ work, look: work });

async function svn(): Promise<void> {
  const repository = join(folder, 'svn', 'repository');
  mkdirSync(dirname(repository));
  execFileSync('svnadmin', ['create', repository]);
  execFileSync('svn', ['mkdir', '-q', '-m', 'begin', `file://${encodeURI(repository)}/trunk`]);
  const tls = { ...authority.issue('apache'), clientsOf: authority.file };
  const server = await serveSvnHttp(join(folder, 'svn', 'apache'), repository, null, tls);
  stops.push(server.stop);
  const log = join(folder, 'svn', 'apache', 'clients.log');
  sides.set('Subversion', {
    ...{ plain: server.url, tls: server.tlsUrl, strict: server.strictUrl, ...asking(subversionSource) },
    clients: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  });
}

async function git(): Promise<void> {
  makeGitSource(folder, 'one.git', historyStream(3));
  const server = await serveGitHttp(folder, null);
  stops.push(server.stop);
  sides.set('Git', { ...(await fronts(server.url, '/one.git')), ...asking(gitSource) });
}

async function mercurial(): Promise<void> {
  const repository = new HgWorkspace(join(folder, 'hg'));
  repository.write('a.txt', 'a');
  repository.hg('commit', '-A', '-q', '-m', 'begin', '-u', 'ann');
  const server = await serveHg(repository.path);
  stops.push(server.stop);
  sides.set('Mercurial', { ...(await fronts(server.url, '/')), ...asking(mercurialSource) });
}

async function teamFoundation(): Promise<void> {
  const model = new TfvcModel();
  model.addProject('Shop');
  const server = await TfvcServer.start(model, {});
  stops.push(() => server.stop());
  const path = `${new URL(server.url).pathname}/Shop`;
  sides.set('Team Foundation', { ...(await fronts(server.url, path)), ...asking(tfvcSource) });
}

async function lfs(): Promise<void> {
  const server = await startLfsServer('http://127.0.0.1:1');
  stops.push(server.stop);
  const repositoryPath = join(folder, 'large.git');
  const oid = createHash('sha256').update(CONTENT).digest('hex');
  const file = objectPath(join(repositoryPath, 'lfs', 'objects'), oid);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, CONTENT);
  sides.set('Git LFS', {
    ...(await fronts(server.url, '/one.git')),
    ...doing(async (remoteUrl) => {
      server.publicUrl = new URL(remoteUrl).origin;
      server.objects.clear();
      const signal = new AbortController().signal;
      const options = { repositoryPath, remoteUrl, credentials: null, signal, onProgress: () => undefined };
      await uploadObjects(await objectsIn(repositoryPath), options);
      expect(server.objects.get(oid)?.equals(CONTENT)).toBe(true);
    }),
  });
}

async function webhooks(): Promise<void> {
  const listener = await startHookListener();
  stops.push(listener.close);
  sides.set('webhooks', {
    ...(await fronts(listener.url, '/hook')),
    ...doing(async (url) => {
      const told = { contentType: 'json', secret: 's', event: 'e', guid: 'g', hookId: 1, payload: '{}' } as const;
      const outcome = await send({ ...told, url, signal: new AbortController().signal });
      if (outcome.problem !== null) throw new Error(inEnglish(outcome.problem));
      expect(outcome.statusCode).toBe(200);
    }),
  });
}

const sideOf = (client: Client) => sides.get(client) as Side;

test.each(CLIENTS)(
  '%s goes through the proxy of the environment, and through an entered one with its login',
  async (client) => {
    const { plain, tls, look, work } = sideOf(client);
    process.env.http_proxy = open.address;
    process.env.no_proxy = 'elsewhere.example';
    network({ proxy: { ...DEFAULT_NETWORK.proxy, mode: 'system' } });
    await work(plain);
    // What was said here goes before the environment.
    Object.assign(process.env, { http_proxy: 'http://127.0.0.1:1', no_proxy: '*' });
    expect(open.requests().some((request) => request.includes(` ${new URL(plain).origin}/`))).toBe(true);
    // Subversion sends its first request without a login; over plain HTTP tinyproxy cuts the line, as that one has a body.
    const proxy = { mode: 'manual', address: locked.address, username: USER.name } as const;
    network({ proxy: { ...proxy, exceptions: [] }, authorities: authority.file }, USER.password);
    await work(tls);
    expect(locked.requests()).toContain(`CONNECT ${new URL(tls).host}`);
    const requests = locked.requests().length;
    network({ proxy: { ...proxy, exceptions: ['127.0.0.1'] } });
    await look(plain);
    for (const name of ['http_proxy', 'no_proxy']) delete process.env[name];
    expect(locked.requests()).toHaveLength(requests);
    network({ proxy: { ...proxy, address: 'http://nowhere.invalid:3128', exceptions: [] } });
    await expect(look(plain)).rejects.toThrow(/name of the proxy http:\/\/nowhere.invalid:3128 was not found/);
  },
);

test.each(CLIENTS)(
  '%s: a password that the proxy does not take is told in one sentence, and few requests carry it',
  async (client) => {
    const { plain, tls, look } = sideOf(client);
    const sent: string[] = [];
    // As squid answers requests and CONNECT alike (its ERR_CACHE_ACCESS_DENIED); tinyproxy says 401 to what is no CONNECT.
    const refused = { 'proxy-authenticate': 'Basic realm="Squid"', connection: 'close' };
    const squid = createServer((request, response) => {
      sent.push(`${request.headers['proxy-authorization']}`);
      request.resume();
      response.writeHead(407, refused).end('<html>ERR_CACHE_ACCESS_DENIED</html>');
    });
    squid.on('connect', (request, socket) => {
      sent.push(`${request.headers['proxy-authorization']}`);
      socket.on('error', () => undefined);
      const head = Object.entries(refused).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${head.join('')}content-length: 0\r\n\r\n`);
    });
    await new Promise<void>((listening) => squid.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(squid.address() as AddressInfo).port}`;
    const proxy = { mode: 'manual' as const, address, username: USER.name, exceptions: [] };
    for (const url of [tls, plain]) {
      network({ proxy, authorities: authority.file }, 'not this one');
      sent.length = 0;
      const error = await Promise.resolve(look(url)).then(
        () => '',
        (thrown: Error) => thrown.message,
      );
      expect(error).toMatch(
        /The proxy http:\/\/127\.0\.0\.1:\d+ refused the user name or the password\. Enter them again in Settings/,
      );
      expect(error).not.toContain('not this one');
      // serf asks four times.
      expect(sent.filter((login) => login !== 'undefined').length).toBeLessThanOrEqual(4);
    }
    await new Promise((closed) => squid.close(closed));
  },
);

test.each(CLIENTS)('%s trusts an authority that the person names, and no other', async (client) => {
  const { tls, look, work } = sideOf(client);
  network({});
  await expect(look(tls)).rejects.toThrow(/authority/);
  network({ authorities: authority.file });
  await work(tls);
});

test.each(CLIENTS)('%s shows the certificate that the person named for the host', async (client) => {
  const { strict, clients, look, work } = sideOf(client);
  network({ authorities: authority.file });
  // The server's reason may be lost on the way: it hangs up at once.
  await expect(look(strict)).rejects.toThrow();
  network({ authorities: authority.file, client_certificates: [{ host: '127.0.0.1', ...person }] });
  await work(strict);
  expect(new Set(clients())).toEqual(new Set(['ann of acme']));
});
