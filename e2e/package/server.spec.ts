/** The engine without a window, as it is unpacked on a system that has no Node, behind a proxy with TLS (`npm run test:package`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { CleanRoot } from './clean-root.ts';

const project = join(import.meta.dirname, '../..');
const work = join(project, 'dist/test-package');
const archive = process.env.GANTRY_SERVER ?? '';
const PORTS = { engine: 13_470, proxy: 13_443, svn: 13_692 };
const host = 'gantry.example.org';
const name = `${host}:${PORTS.proxy}`;
const password = 'a-long-password';
const unit = 'etc/systemd/system/gantry-server.service';

let root: CleanRoot;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  root = await CleanRoot.make(join(work, 'server-root'), join(project, '.cache'));
  await root.must(['useradd', '--create-home', 'ann']);
  await cp(archive, root.path('/tmp/server.tar.gz'));
  await root.must(['tar', '-xzf', '/tmp/server.tar.gz', '-C', '/opt']);
  await root.must(['mv', `/opt/${basename(archive, '.tar.gz')}`, '/opt/gantry-server']);
});

test.afterAll(() => root?.end());

test('it says how it is used, and needs no Node of the system', async () => {
  expect((await root.run(['which', 'node'])).code).toBe(1);
  const { code, said } = await root.run(['/opt/gantry-server/bin/gantry-server', '--help'], { user: 'ann' });
  expect(code).toBe(2);
  expect(said).toContain('Usage: gantry-server --data <folder>');
  const open = ['--data', '/home/ann/new', '--port', '0', '--host-name', host];
  const unowned = await root.run(['/opt/gantry-server/bin/gantry-server', ...open], { user: 'ann' });
  expect(unowned.said).toContain('With --host-name a new data folder needs --owner');
});

test('the unit of systemd is valid and closes what it does not need', async () => {
  await cp(root.path('/opt/gantry-server/gantry-server.service'), root.path(`/${unit}`));
  await root.must(['apt-get', 'update', '--quiet=2']);
  await install('systemd');
  await root.must(['systemd-analyze', 'verify', '--man=no', 'gantry-server.service']);
  // In tenths of ten, the most exposed. It fails above the threshold.
  await root.must(['systemd-analyze', 'security', '--offline=yes', '--threshold=20', 'gantry-server.service']);
});

test('behind nginx with TLS it imports, is cloned from, refuses other names, and stops', async () => {
  await install('nginx-light', 'openssl', 'git', 'subversion', 'ca-certificates', 'procps');
  await makeSubversionRepository(root.path('/srv/svn'), 40);
  const local = ['--listen-host', '127.0.0.1', '--listen-port', `${PORTS.svn}`];
  root.start(['svnserve', '--daemon', '--foreground', '--root', '/srv/svn', ...local]);
  const certificate = await startProxy();

  const options = ['--data', '/home/ann/data', '--port', `${PORTS.engine}`, '--host-name', name, '--owner', 'ann'];
  const engine = root.start(['/opt/gantry-server/bin/gantry-server', ...options], {
    user: 'ann',
    env: { GANTRY_PASSWORD: password },
  });
  const ended = new Promise((resolve) => engine.once('close', resolve));
  const line = await new Promise<string>((resolve) =>
    engine.stdout?.once('data', (data: Buffer) => resolve(`${data}`)),
  );
  expect(JSON.parse(line)).toMatchObject({
    base_url: `http://127.0.0.1:${PORTS.engine}/api/v3`,
    public_url: `https://${name}/api/v3`,
  });

  const api = (method: string, path: string, body?: unknown) =>
    askProxy(certificate, method, `/api/v3${path}`, body === undefined ? '' : JSON.stringify(body));
  expect((await api('POST', '/user/repos', { name: 'tool' })).status).toBe(201);
  const source = { vcs: 'subversion', vcs_url: `svn://127.0.0.1:${PORTS.svn}` };
  expect((await api('PUT', '/repos/ann/tool/import', source)).status).toBe(201);
  const status = async () => JSON.parse((await api('GET', '/repos/ann/tool/import')).text).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('complete');
  const { clone_url } = JSON.parse((await api('GET', '/repos/ann/tool')).text);
  expect(clone_url).toBe(`https://${name}/ann/tool.git`);

  const through = ['http.sslCAInfo=/etc/ssl/gantry.pem', `http.curloptResolve=${name}:127.0.0.1`];
  const given = through.flatMap((option) => ['-c', option]);
  await root.must(['git', ...given, 'clone', '-q', clone_url.replace('//', `//ann:${password}@`), '/home/ann/clone'], {
    user: 'ann',
  });
  const commits = await root.must(['git', '-C', '/home/ann/clone', 'rev-list', '--count', '--all'], { user: 'ann' });
  expect(Number(commits)).toBeGreaterThan(40);

  // A page whose name was made to lead here: by way of the proxy, and past it.
  expect((await askProxy(certificate, 'GET', '/api/v3/setup', '', 'evil.example')).status).not.toBe(200);
  expect(await statusOf('evil.example')).toBe(403);
  expect(await statusOf(`127.0.0.1:${PORTS.engine}`)).toBe(200);

  await root.must(['pkill', '-TERM', '--full', 'lib/service/serve.js']);
  await ended;
  expect(engine.exitCode).toBe(0);
  expect(await root.must(['ls', '/home/ann/data'])).toContain('gantry.sqlite');
});

async function install(...packages: string[]): Promise<void> {
  await root.must(['apt-get', 'install', '--yes', '--quiet=2', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The proxy as the package shows it, on ports of this test. @returns its certificate */
async function startProxy(): Promise<string> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', '/etc/ssl/private/gantry.key', '-out', '/etc/ssl/gantry.pem'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await root.must(['openssl', 'req', '-x509', ...key, ...files, ...names]);
  const site = readFileSync(root.path('/opt/gantry-server/nginx.conf'), 'utf8')
    .replaceAll('listen 443 ', `listen 127.0.0.1:${PORTS.proxy} `)
    .replace('127.0.0.1:8470', `127.0.0.1:${PORTS.engine}`);
  writeFileSync(root.path('/etc/nginx/test.conf'), `pid /run/nginx.pid;\nevents {}\nhttp {\n${site}\n}\n`);
  // It goes on in the background, and keeps what it was given to write to.
  await root.must(['sh', '-c', 'nginx -c /etc/nginx/test.conf > /dev/null 2>&1']);
  return readFileSync(root.path('/etc/ssl/gantry.pem'), 'utf8');
}

interface Answer {
  status: number;
  text: string;
}

function askProxy(ca: string, method: string, path: string, body: string, asked = name): Promise<Answer> {
  const login = Buffer.from(`ann:${password}`).toString('base64');
  const headers = { host: asked, authorization: `Basic ${login}`, 'user-agent': 'test' };
  const place = { host: '127.0.0.1', port: PORTS.proxy, servername: host };
  return new Promise((resolve, reject) => {
    tlsRequest({ ...place, ca, method, path, headers }, async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .once('error', reject)
      .end(body);
  });
}

/** Past the proxy. */
function statusOf(asked: string): Promise<number> {
  const headers = { host: asked, 'user-agent': 'test' };
  return new Promise((resolve, reject) => {
    plainRequest({ host: '127.0.0.1', port: PORTS.engine, path: '/api/v3/setup', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}
