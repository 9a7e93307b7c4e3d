/** Which Git LFS server belongs to a repository elsewhere, and how it is spoken to (git-lfs, docs/api/server-discovery.md). */

import { Failure } from '../../failures/failure.ts';
import { loginName } from '../../git/git.ts';
import { sshFailure } from '../../network/program-failures.ts';
import { windowsAccount } from '../../network/windows-account.ts';
import { WindowsExchange } from '../../network/windows-exchange.ts';
import { runTool } from '../../processes/run.ts';
import { sshArguments, sshEnvironment } from '../../ssh/ssh-command.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { endOf } from './expiry.ts';
import { readHeaders } from './headers.ts';

export interface LfsServerAccess {
  /** Address of the API, `https://host/owner/name.git/info/lfs`. */
  endpoint: string;
  /** Headers of requests to the endpoint's server, by their names in lower case. */
  headers: Record<string, string>;
  /** When the headers stop being good, by `performance.now()`: the clock may be put right meanwhile. */
  expiresAt: number;
  /** Whether a login was sent along. */
  hasLogin: boolean;
  /** Whether the server asks for a login, or gave this one itself: else it is asked without one first. */
  isAsked: boolean;
  /** The login as a Windows account, where it may be one. Once it was let in everything goes to the server so. */
  windows: WindowsExchange | null;
}

/** Seconds that a server may take to say where its large files go. */
const ANSWER_SECONDS = 60;

/**
 * @param remoteUrl free of passwords
 * @param operation what is to be done there
 * @throws Failure when the remote is no server that takes large files
 */
export async function findLfsServer(
  remoteUrl: string,
  credentials: Credentials | null,
  signal: AbortSignal,
  operation: 'upload' | 'download' = 'upload',
): Promise<LfsServerAccess> {
  const endpoint = lfsEndpoint(remoteUrl);
  if (endpoint !== null) {
    const headers = credentials === null ? {} : { authorization: basic(credentials) };
    return {
      endpoint,
      headers,
      expiresAt: Number.POSITIVE_INFINITY,
      hasLogin: credentials !== null,
      isAsked: credentials === null,
      windows: windowsOf(endpoint, credentials),
    };
  }
  const remote = sshRemote(remoteUrl);
  if (remote === null) {
    throw Failure.of('lfs.needs_https', {});
  }
  return await authenticate(remote, remoteUrl, signal, operation);
}

/** Address of the LFS server that belongs to a remote of HTTP; null for any other. */
export function lfsEndpoint(remoteUrl: string): string | null {
  if (!URL.canParse(remoteUrl)) return null;
  const url = new URL(remoteUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('.git') ? path : `${path}.git`}/info/lfs`;
}

interface SshRemote {
  host: string;
  /** What ssh gets before the command. */
  destination: string[];
  path: string;
}

/** The parts of an SSH address; null for any other address. */
export function sshRemote(remoteUrl: string): SshRemote | null {
  if (/^ssh:\/\//i.test(remoteUrl) && URL.canParse(remoteUrl)) {
    const { hostname, port, username, pathname } = new URL(remoteUrl);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const user = username === '' ? [] : ['-l', decodeURIComponent(username)];
    return safe({
      host,
      destination: [...(port === '' ? [] : ['-p', port]), ...user, '--', host],
      path: decodeURIComponent(pathname),
    });
  }
  const [, user, host, path] =
    /^(?:([\w.+-]+)@)?([\w.-]{2,}|\[[\da-f:.]+\]):(?!\/\/)(.+)$/i.exec(remoteUrl.includes('://') ? '' : remoteUrl) ??
    [];
  if (host === undefined || path === undefined) return null;
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return safe({ host: bare, destination: [...(user === undefined ? [] : ['-l', user]), '--', bare], path });
}

function safe(remote: SshRemote): SshRemote | null {
  return remote.destination.some((part) => part.startsWith('-') && !['-p', '-l', '--'].includes(part)) ? null : remote;
}

/** Asks over ssh where the API is and what lets us in (git-lfs, docs/api/authentication.md). */
async function authenticate(
  remote: SshRemote,
  remoteUrl: string,
  signal: AbortSignal,
  operation: 'upload' | 'download',
): Promise<LfsServerAccess> {
  const { stdout } = await runTool({
    command: 'ssh',
    args: [...sshArguments(), ...remote.destination, `git-lfs-authenticate ${quoted(remote.path)} ${operation}`],
    env: sshEnvironment(),
    signal,
    timeoutMs: ANSWER_SECONDS * 1000,
    // 255 is ssh's own, everything else the server's (ssh(1), EXIT STATUS).
    failure: ({ code, stderrTail }) =>
      sshFailure(stderrTail, remoteUrl) ??
      (code === 255 ? Failure.of('push.no_answer', { url: remoteUrl }, stderrTail) : noLfs(remote.host, stderrTail)),
  }).done;
  try {
    return readAuthentication(stdout, remote);
  } catch {
    // Not the answer itself: it may hold a token.
    throw noLfs(remote.host, 'git-lfs-authenticate gave no JSON with an address');
  }
}

function readAuthentication(text: string, { host, path }: SshRemote): LfsServerAccess {
  const answer = JSON.parse(text) as Record<string, unknown>;
  const derived = lfsEndpoint(`https://${host}/${path.replace(/^\/+/, '')}`);
  const href = typeof answer.href === 'string' && answer.href !== '' ? answer.href : derived;
  if (href === null || !/^https?:$/.test(new URL(href).protocol)) throw new RangeError('no address');
  const read = readHeaders(answer.header);
  if (read === null) throw new RangeError('no headers');
  const headers = Object.fromEntries(read);
  return {
    endpoint: href.replace(/\/+$/, ''),
    headers,
    expiresAt: endOf(answer, performance.now()),
    hasLogin: 'authorization' in headers,
    isAsked: true,
    windows: null,
  };
}

function noLfs(host: string, detail: string): Failure {
  return Failure.of('lfs.not_offered_over_ssh', { host }, detail);
}

/** For the shell at the other end. */
function quoted(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Null without a user name, as a token alone has none. */
function windowsOf(endpoint: string, credentials: Credentials | null): WindowsExchange | null {
  if (credentials === null || credentials.username === '') return null;
  const account = windowsAccount(credentials.username, credentials.password);
  return new WindowsExchange(new URL(endpoint).origin, account);
}

function basic(credentials: Credentials): string {
  return `Basic ${Buffer.from(`${loginName(credentials)}:${credentials.password}`).toString('base64')}`;
}
