/** How Subversion's programs are called: no prompts, no stored passwords, no configuration of this machine. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Failure } from '../../failures/failure.ts';
import { writeSvnServers } from '../../network/svn-network.ts';
import { runTool } from '../../processes/run.ts';
import { sshHostOf } from '../../ssh/host-keys.ts';
import { sshCommand, sshEnvironment } from '../../ssh/ssh-command.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { redirectTarget, sameServer, withRedirect } from '../redirects.ts';
import { SvnXml, xmlElements } from './svn-xml.ts';
import { toolFailure } from './tool-failure.ts';

/** Ports that it leaves out of addresses. */
const USUAL_PORTS = new Set([':80', ':443', ':3690']);
/** A listing of the folders of an address. */
const LIST_MS = 60_000;
/** Addresses that Subversion can read. */
const SCHEMES = new Set(['http:', 'https:', 'svn:', 'svn+ssh:', 'file:']);

/** Variables of every svn and svnrdump that talks to an address. */
export function svnEnvironment(url: string): Record<string, string> {
  return { SVN_SSH: sshCommand() + portOption(url), ...sshEnvironment() };
}

/** Subversion hands `host:port` to ssh as if it were a host's name: the two are given to ssh apart. */
function portOption(url: string): string {
  const asked = sshHostOf(url);
  if (asked === null || asked.port === null || !/^[\w.:-]+$/.test(asked.host)) return '';
  return ` -p ${asked.port} -o HostName=${asked.host}`;
}

export interface SvnAccess {
  credentials: Credentials | null;
  signal: AbortSignal;
  /** Directory of mode 0700 for the programs' private configuration. */
  privateFolder: string;
}

/** The address as Subversion wants it, or null when it is none of Subversion's. */
export function svnUrl(address: string): string | null {
  // A share becomes file://server/share, as Subversion reads it on Windows (svn_uri_get_dirent_from_file_url).
  if (/^([a-z]:[\\/]|\\\\)/i.test(address)) return pathToFileURL(address, { windows: true }).href;
  if (address.startsWith('/')) return pathToFileURL(address).href;
  if (!URL.canParse(address)) return null;
  return SCHEMES.has(new URL(address).protocol) ? address.replace(/\/+$/, '') : null;
}

/** Path of a repository on this machine, or null for any other. */
export function localPath(rootUrl: string): string | null {
  return rootUrl.startsWith('file:') ? fileURLToPath(rootUrl) : null;
}

/**
 * Options that every network command of `svn` and `svnrdump` gets for an address. The password goes to stdin. The user
 * name, which some servers take a token in, goes to the file `servers`, where that can hold it.
 */
export function accessArguments(access: SvnAccess, url: string): string[] {
  const username = access.credentials?.username ?? null;
  const isHeld = username !== null && HELD_NAME.test(username);
  // One that asks as nobody must not take the name away from another that starts at the same time.
  const configuration = join(access.privateFolder, isHeld ? 'subversion' : 'subversion-nobody');
  writeSvnServers(url, configuration, isHeld ? username : null);
  const args = ['--non-interactive', '--no-auth-cache', '--config-dir', configuration];
  if (username !== null) args.push(...(isHeld ? [] : ['--username', username]), '--password-from-stdin');
  return args;
}

/** What a value of a `servers` file can be: one line without spaces around it; `%(` would name another option. */
const HELD_NAME = /^(?!\s)(?!.*%\()\P{Cc}+(?<!\s)$/u;

/**
 * Runs `svn` and gives its output.
 * @param targets addresses; each may hold any character
 * @param onLine told of each line as it comes, instead
 * @throws Failure with a sentence
 */
export async function svn(
  access: SvnAccess,
  args: readonly string[],
  targets: readonly string[],
  timeoutMs = 60_000,
  onLine?: (line: string) => void,
): Promise<string> {
  const { stdout } = await runTool({
    readsOnly: true,
    ...(onLine === undefined ? {} : { onStdout: onLine }),
    command: 'svn',
    // An @ at the end keeps one inside the address from being read as a peg revision; revision properties take none.
    args: [
      ...args,
      ...accessArguments(access, targets[0] ?? ''),
      '--',
      ...targets.map((target) => (args.includes('--revprop') ? target : `${target}@`)),
    ],
    env: svnEnvironment(targets[0] ?? ''),
    signal: access.signal,
    timeoutMs,
    ...(access.credentials === null
      ? {}
      : { stdin: `${access.credentials.password}\n`, secrets: [access.credentials.password] }),
    failure: ({ stderrTail }) => toolFailure('svn', targets[0] ?? '', stderrTail),
  }).done;
  return stdout;
}

export interface SvnInfo {
  rootUrl: string;
  uuid: string;
  /** Youngest revision. */
  youngest: number;
  /** Folder within the repository, without slashes at its ends; '' for the root. UTF-8. */
  folder: string;
  /** Address that the server sent svn on to. */
  redirectedTo: string | null;
}

/** svn follows only what has moved for good; of the rest it tells where it is. */
const MOVED = /Repository moved (?:permanently|temporarily) to '([^']*)'/;
/** Where svn was in the end, when it failed there. */
const FAILED_AT = /repository at URL '([^']*)'/;

/**
 * Asks for root, UUID and youngest revision. svn gives a login to whatever server asks for one, so over HTTP it is asked
 * without one first: no other server than the named one is told the password.
 * @throws Failure
 */
export async function svnInfo(access: SvnAccess, url: string): Promise<SvnInfo> {
  if (!/^https?:/i.test(url)) return askInfo(access, url);
  try {
    return await askInfo({ ...access, credentials: null }, url);
  } catch (error) {
    access.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    const moved = redirectTarget(url, MOVED.exec(error.detail)?.[1]);
    const target = moved ?? redirectTarget(url, FAILED_AT.exec(error.detail)?.[1]);
    if (access.credentials === null && moved === null) throw withRedirect(error, target);
    if (access.credentials !== null && target !== null && !sameServer(target, url))
      throw withRedirect(loginNotSent(url), target);
    return { ...(await askInfo(access, target ?? url)), redirectedTo: target };
  }
}

function loginNotSent(url: string): Failure {
  return Failure.of('source.login_elsewhere', { url });
}

async function askInfo(access: SvnAccess, url: string): Promise<SvnInfo> {
  try {
    return readInfo(await svn(access, ['info', '--xml'], [url], 30_000), url, null);
  } catch (error) {
    if (!saysBogusDate(error)) throw error;
    // Revision 0 was made by Subversion itself and has a good date.
    const xml = await svn(access, ['info', '--xml', '-r', '0'], [url], 30_000);
    const properties = await svn(access, ['proplist', '--revprop', '-r', 'HEAD'], [url], 30_000);
    return readInfo(xml, url, Number(/revision (\d+)/.exec(properties)?.[1]));
  }
}

function readInfo(xml: string, url: string, youngest: number | null): SvnInfo {
  const unreadable = () => Failure.of('subversion.info_unreadable', { url }, xml.slice(0, 500));
  const elements = orUnreadable(() => xmlElements(xml), unreadable);
  const entry = elements.find(({ name }) => name === 'entry');
  const { root = '', uuid = '' } = elements.find(({ name }) => name === 'repository')?.texts ?? {};
  const own = entry?.texts.url ?? '';
  const revision = youngest ?? Number(entry?.attributes.revision);
  if (root === '' || Number.isNaN(revision)) throw unreadable();
  requireWithin(root, own, url);
  const folder = decodeURIComponent(own.slice(root.length)).replace(/^\/+|\/+$/g, '');
  return { rootUrl: root, uuid, youngest: revision, folder, redirectedTo: redirectTarget(url, own) };
}

/** @throws what `unreadable` makes, when what is read is no XML */
function orUnreadable<Result>(read: () => Result, unreadable: () => Failure): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error;
  }
}

/**
 * The root is the server's word, and Subversion believes it. It must lie above the address: what is fetched next is the root,
 * and it could name a folder of this disk or another server.
 * @throws Failure
 */
function requireWithin(rootUrl: string, ownUrl: string, asked: string): void {
  const isAbove = `${ownUrl}/`.startsWith(`${rootUrl}/`);
  // A web server may have sent svn on to another one.
  const isPlace = placeOf(ownUrl) === placeOf(asked) || [ownUrl, asked].every((url) => /^https?:/i.test(url));
  if (isAbove && isPlace) return;
  throw Failure.of('subversion.root_elsewhere', { url: asked }, rootUrl.slice(0, 500));
}

/** Scheme, host and port, as Subversion writes them: small letters, no usual ports. */
function placeOf(url: string): string {
  const [, scheme = '', host = '', port = ''] = /^([^:]+):\/\/(?:[^/@]*@)?([^/]*?)(:\d+)?(?:\/|$)/.exec(url) ?? [];
  return `${scheme}://${host}${USUAL_PORTS.has(port) ? '' : port}`.toLowerCase();
}

/** svn refuses to print a revision whose svn:date is not a date; svnrdump and svnadmin do not mind. */
function saysBogusDate(error: unknown): boolean {
  return error instanceof Failure && error.detail.includes('E125003');
}

/** Sub-folders of each address, one list an address. @throws Failure */
export async function svnFolders(access: SvnAccess, urls: readonly string[]): Promise<string[][]> {
  if (urls.length === 0) return [];
  try {
    const lists: string[][] = [[]];
    const xml = new SvnXml(({ name, attributes, texts }) => {
      if (name === 'list') lists.push([]);
      else if (name === 'entry' && attributes.kind === 'dir') lists.at(-1)?.push(texts.name ?? '');
    });
    // As it comes: a folder of 20,000 tags is 4 MB, which in one piece would hold up the thread for half a second.
    await svn(access, ['list', '--xml'], urls, LIST_MS, (line) => xml.write(`${line}\n`));
    orUnreadable(
      () => xml.end(),
      () => noListing(urls[0] ?? ''),
    );
    return lists.slice(0, -1);
  } catch (error) {
    if (!saysBogusDate(error)) throw error;
    const lists: string[][] = [];
    for (const url of urls) {
      const names = (await svn(access, ['list'], [url])).split('\n');
      lists.push(names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1)));
    }
    return lists;
  }
}

/** Address of a folder below another, each segment percent-encoded. */
export function below(url: string, folder: string): string {
  return folder === '' ? url : `${url}/${folder.split('/').map(encodeURIComponent).join('/')}`;
}

function noListing(url: string): Failure {
  return Failure.of('subversion.info_unreadable', { url });
}
