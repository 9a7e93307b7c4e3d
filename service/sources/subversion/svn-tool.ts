/** How Subversion's programs are called: no prompts, no stored passwords, no configuration of this machine. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { mayPass } from '../../network/patience.ts';
import { writeSvnServers } from '../../network/svn-network.ts';
import { SHARED_MEMORY } from '../../processes/limits.ts';
import { runTool } from '../../processes/run.ts';
import { sshHostOf } from '../../ssh/host-keys.ts';
import { sshCommand, sshEnvironment } from '../../ssh/ssh-command.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { SvnXml } from './svn-xml.ts';
import { toolFailure } from './tool-failure.ts';

/** Bytes that svn may hold: it puts each element of an answer together before it looks at it. */
const MOST_MEMORY = Math.min(SHARED_MEMORY, 4 * 2 ** 30);
/** A listing of the folders of an address. */
const LIST_MS = 60_000;
/** A path, or a target of several, that is not there; E145000 is what proplist says of it. */
export const GONE = /E160013|E200009|E200005|E145000/;
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
 * @param silenceMs longest silence, in milliseconds; null for none but `timeoutMs`
 * @throws Failure with a sentence
 */
export async function svn(
  access: SvnAccess,
  args: readonly string[],
  targets: readonly string[],
  timeoutMs = 60_000,
  onLine?: (line: string) => void,
  silenceMs: number | null = null,
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
    silenceMs: silenceMs ?? undefined,
    mostMemory: MOST_MEMORY,
    ...(access.credentials === null
      ? {}
      : { stdin: `${access.credentials.password}\n`, secrets: [access.credentials.password] }),
    failure: ({ stderrTail }) => toolFailure('svn', targets[0] ?? '', stderrTail),
  }).done;
  return stdout;
}

/** @throws what `unreadable` makes, when what is read is no XML */
export function orUnreadable<Result>(read: () => Result, unreadable: () => Failure): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error;
  }
}

/** svn refuses to print a revision whose svn:date is not a date; svnrdump and svnadmin do not mind. */
export function saysBogusDate(error: unknown): boolean {
  return error instanceof Failure && error.detail.includes('E125003');
}

/** Programs that list several addresses beside each other, at most: svn connects anew for each address, some five questions. */
const LISTED_AT_ONCE = 8;
/** Addresses that one program lists before another one is worth its start. */
const LISTED_BY_ONE = 4;

/** Sub-folders of each address, one list an address. @throws Failure */
export async function svnFolders(access: SvnAccess, urls: readonly string[]): Promise<string[][]> {
  const share = Math.max(LISTED_BY_ONE, Math.ceil(urls.length / LISTED_AT_ONCE));
  const shares = Array.from({ length: Math.ceil(urls.length / share) }, (_, n) =>
    urls.slice(n * share, (n + 1) * share),
  );
  // Where one fails nobody waits for the others.
  const stop = new AbortController();
  const signal = AbortSignal.any([access.signal, stop.signal]);
  const listing = shares.map((some) => foldersOf({ ...access, signal }, some));
  try {
    return (await Promise.all(listing)).flat();
  } catch (error) {
    // A server that takes few connections at a time is asked with one.
    if (listing.length < 2 || !mayPass(asFailure(error))) throw error;
  } finally {
    stop.abort();
    await Promise.allSettled(listing);
  }
  return foldersOf(access, urls);
}

async function foldersOf(access: SvnAccess, urls: readonly string[]): Promise<string[][]> {
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

/**
 * Names of all files below a folder, asked for without anything else: so svn says them whatever date their last change has.
 * @returns relative to the folder; null when it is not there in that revision @throws Failure
 */
export async function svnFiles(access: SvnAccess, url: string, revision: number): Promise<string[] | null> {
  const { credentials, signal } = access;
  const { code, stdout, stderrTail } = await runTool({
    command: 'svn',
    successExitCodes: 'any',
    args: ['list', '--recursive', ...accessArguments(access, url), '--', `${url}@${revision}`],
    env: svnEnvironment(url),
    signal,
    timeoutMs: LIST_MS,
    ...(credentials === null ? {} : { stdin: `${credentials.password}\n`, secrets: [credentials.password] }),
  }).done;
  if (code === 0) return stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
  if (GONE.test(stderrTail)) return null;
  throw toolFailure('svn', url, stderrTail);
}

/** Address of a folder below another, each segment percent-encoded. */
export function below(url: string, folder: string): string {
  return folder === '' ? url : `${url}/${folder.split('/').map(encodeURIComponent).join('/')}`;
}

export function noListing(url: string): Failure {
  return Failure.of('subversion.info_unreadable', { url });
}
