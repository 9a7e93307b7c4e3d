/**
 * What Subversion is told about the network: the file `servers` of a configuration folder of its own. What the person
 * says in the own `servers` file holds there too (svnbook, "Runtime Configuration Area").
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { replaceFileNow } from '../files/replace-file.ts';
import { ownFile, readAuthorities } from './authorities.ts';
import { currentNetwork, type Network } from './current.ts';
import { readPemFile } from './pem-file.ts';
import { pkcs12 } from './pkcs12.ts';
import { proxyAddress, proxyFor } from './proxy-choice.ts';
import { optionsFor, type ServerOptions } from './svn-servers-file.ts';
import { NetworkTrouble } from './trouble.ts';
import { clientCertificateFor } from './way.ts';

/** Name of the group with everything for the one server. */
const GROUP = 'asked-server';

/**
 * Each store of passwords that svn knows hands out the login that it was given, and svn tries what each says: a wrong one three
 * times in one command, and servers that count lock the account.
 */
const NO_STORES = '[auth]\npassword-stores =\n';

/**
 * Writes `servers` for an address.
 * @param folder of mode 0700; removed when the work is done
 * @param username null for none; of this server alone, in place of an argument that every user of the machine can read
 * @throws NetworkTrouble when a setting cannot be used
 */
export function writeSvnServers(address: string, folder: string, username: string | null, own = readOwn()): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  const login: ServerOptions = username === null ? {} : { username };
  if (!/^https?:$/.test(url.protocol)) {
    const server = ['[groups]', `${GROUP} = ${url.hostname}`, `[${GROUP}]`, ...written(login)];
    writeServers(folder, username === null || url.hostname === '' ? [] : server);
    return;
  }
  const network = currentNetwork();
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { global, group } = optionsFor(own, hostname);
  const options = { ...serverOptions(url, { ...global, ...group }, network, folder), ...login };
  const rest = network.proxy.mode === 'system' ? global : withoutProxy(global);
  // Said once more for all: what the machine's own file in /etc names must not come back.
  if (network.proxy.mode !== 'system') rest['http-proxy-exceptions'] = '*';
  writeServers(folder, [
    ...['[groups]', `${GROUP} = ${hostname}`],
    ...[`[${GROUP}]`, ...written(options)],
    ...['[global]', ...written(rest)],
  ]);
}

function writeServers(folder: string, lines: readonly string[]): void {
  replaceFileNow(join(folder, 'servers'), lines.map((line) => `${line}\n`).join(''), 0o600);
  replaceFileNow(join(folder, 'config'), NO_STORES, 0o600);
}

function serverOptions(url: URL, own: ServerOptions, network: Network, folder: string): ServerOptions {
  const options = network.proxy.mode === 'system' ? own : withoutProxy(own);
  const proxy = 'http-proxy-host' in options ? null : proxyFor(url, network);
  if (proxy !== null) {
    if (proxy.protocol !== 'http:')
      throw new NetworkTrouble('proxy_kind', { host: url.host, proxy: proxyAddress(proxy), from: proxy.from });
    options['http-proxy-host'] = proxy.hostname;
    options['http-proxy-port'] = String(proxy.port);
    if (proxy.username !== '') {
      options['http-proxy-username'] = proxy.username;
      options['http-proxy-password'] = proxy.password;
    }
  }
  const authorities = authorityFiles(network);
  if (authorities.length > 0) {
    const before = options['ssl-authority-files'];
    options['ssl-authority-files'] = [...(before === undefined ? [] : [before]), ...authorities].join(';');
  }
  const shown = clientCertificateFor(url, network);
  if (shown !== null) {
    delete options['ssl-client-cert-password'];
    options['ssl-client-cert-file'] = writePkcs12(shown, url, folder);
  }
  return options;
}

function withoutProxy(options: ServerOptions): ServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !name.startsWith('http-proxy-')));
}

function authorityFiles({ authorities, authoritiesFolder }: Network): string[] {
  if (authoritiesFolder === null) return [];
  try {
    return readAuthorities(authorities).map((_, n) => join(authoritiesFolder, ownFile(n)));
  } catch (error) {
    throw new NetworkTrouble('file_unreadable', { host: '', file: authorities }, error);
  }
}

function writePkcs12({ certificate, key }: { certificate: string; key: string }, url: URL, folder: string): string {
  // Each thread has its own: another svn may be reading the one before.
  const file = join(folder, `client-${process.pid}-${threadId}.p12`);
  try {
    writeFileSync(file, pkcs12(readPemFile(certificate).toString('utf8'), readPemFile(key).toString('utf8')), {
      mode: 0o600,
    });
  } catch (error) {
    throw new NetworkTrouble('file_unreadable', { host: url.host, file: certificate }, error);
  }
  return file;
}

function written(options: ServerOptions): string[] {
  // A line end would begin another option.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return Object.entries(options).map(([name, value]) => `${name} = ${value.replace(/[\u0000-\u001f\u007f]+/g, ' ')}`);
}

/** The person's own file; '' without one. */
function readOwn(): string {
  const folder =
    process.platform === 'win32'
      ? join(process.env.APPDATA ?? homedir(), 'Subversion')
      : join(homedir(), '.subversion');
  try {
    return readFileSync(join(folder, 'servers'), 'utf8');
  } catch {
    return '';
  }
}
