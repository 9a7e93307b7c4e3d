/** What Subversion is told, with what the person says in the own `servers` file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAuthorities } from './authorities.ts';
import { applyNetwork } from './current.ts';
import { pkcs12 } from './pkcs12.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';
import { writeSvnServers } from './svn-network.ts';
import { optionsFor } from './svn-servers-file.ts';
import { makeAuthority } from './testing/authority.ts';

const OWN = `
### the person's own
[groups]
corp = *.corp.example, svn.other.example
others = *

[corp]
http-proxy-host = group-proxy
http-proxy-port = 81
ssl-client-cert-file = /home/ann/ann.p12
ssl-client-cert-password = of the file
 and more
store-passwords = yes

[others]
http-timeout = 60

[global]
http-proxy-host: global-proxy
http-proxy-exceptions = *.local, intra
ssl-authority-files = /etc/one.pem;/etc/two.pem
[global]
HTTP-Compression=no
`;

let folder: string;
let servers: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svn-network-'));
  servers = join(folder, 'config', 'servers');
});
afterAll(() => {
  said({}, 'system');
  rmSync(folder, { recursive: true });
});

function said(parts: Partial<NetworkSettings>, mode: NetworkSettings['proxy']['mode'], proxy = {}): void {
  const network = { ...DEFAULT_NETWORK, ...parts, proxy: { ...DEFAULT_NETWORK.proxy, mode, ...proxy } };
  const authoritiesFolder = writeAuthorities(network.authorities, join(folder, 'authorities'));
  applyNetwork({ ...network, proxyPassword: 'proxy words', authoritiesFolder });
}

/** The group for the asked server, and what holds for others. */
function written(url: string): { asked: string; rest: string; text: string } {
  writeSvnServers(url, join(folder, 'config'), null, OWN);
  const text = readFileSync(servers, 'utf8');
  const [asked = '', rest = ''] = text.slice(text.indexOf('[asked-server]')).split('[global]');
  return { asked, rest, text };
}

test('a file is read as Subversion reads it: groups by patterns, exceptions, lines that go on', () => {
  expect(optionsFor(OWN, 'SVN.corp.example').group).toEqual({
    'http-proxy-host': 'group-proxy',
    'http-proxy-port': '81',
    'ssl-client-cert-file': '/home/ann/ann.p12',
    'ssl-client-cert-password': 'of the file and more',
  });
  expect(optionsFor(OWN, 'svn.example').global).toMatchObject({
    'http-proxy-host': 'global-proxy',
    'http-compression': 'no',
  });
  expect(optionsFor(OWN, 'a.local').global).not.toHaveProperty('http-proxy-host');
  expect(optionsFor('', 'x')).toEqual({ global: {}, group: {} });
  expect(optionsFor('[groups]\nx = a.b\nnonsense', 'axb').group).toEqual({});
});

test('the own file holds in the system mode, an entered proxy over it, and none over both', () => {
  said({}, 'system');
  expect(written('https://svn.corp.example/r').asked).toContain('http-proxy-host = group-proxy');
  expect(written('https://svn.example/r').asked).toContain('http-proxy-host = global-proxy');
  said({}, 'manual', { address: 'http://[::1]:3128', username: 'ann' });
  const entered = written('https://svn.corp.example/r');
  expect(entered.asked).toContain(
    'http-proxy-host = ::1\nhttp-proxy-port = 3128\nhttp-proxy-username = ann\nhttp-proxy-password = proxy words',
  );
  expect(entered.asked).toContain('/home/ann/ann.p12');
  expect(entered.rest).not.toContain('proxy-host');
  expect(statSync(servers).mode & 0o777).toBe(0o600);
  said({}, 'none');
  const none = written('https://svn.corp.example/r');
  expect(none.asked).not.toContain('proxy');
  expect(none.rest).toContain('http-proxy-exceptions = *');
});

test('authorities are added to the own ones, and a certificate for the host goes before', () => {
  const authority = makeAuthority(join(folder, 'authority'));
  const bundle = join(folder, 'bundle.pem');
  writeFileSync(bundle, [authority.file, authority.file].map((file) => readFileSync(file, 'utf8')).join('\n'));
  const ann = authority.issue('ann');
  said({ authorities: bundle, client_certificates: [{ host: 'svn.corp.example', ...ann }] }, 'none');
  const { asked } = written('https://svn.corp.example/r');
  expect(asked).toMatch(/ssl-authority-files = \/etc\/one\.pem;\/etc\/two\.pem;\S+own-1\.pem;\S+own-2\.pem/);
  expect(asked).toMatch(/ssl-client-cert-file = \S+\.p12/);
  expect(asked).not.toContain('of the file');
});

test('PKCS#12 is read by openssl', () => {
  const { certificate, key } = makeAuthority(join(folder, 'another')).issue('ben');
  const file = join(folder, 'ben.p12');
  writeFileSync(file, pkcs12(readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8')));
  const read = execFileSync('openssl', ['pkcs12', '-in', file, '-nodes', '-passin', 'pass:'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const body = readFileSync(certificate, 'utf8').split('\n').slice(1, -2).join('\n');
  expect(read).toContain(body);
  expect(read).toContain('PRIVATE KEY');
});
