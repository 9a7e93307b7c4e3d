/** Addresses of sources: which are taken, and what must never stay in them. */

import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import type { Credentials } from '../vocabulary/credentials.ts';

/** An address that cannot be imported from. `message` is a sentence for a person. */
export class InvalidAddress extends SaidError {}

export interface Address {
  /** Free of passwords; safe to store, show and pass to a tool behind `--`. */
  url: string;
  scheme: 'http' | 'https' | 'git' | 'ssh' | 'svn' | 'svn+ssh' | 'file' | 'path';
  /** What stood in the address; null when nothing did. */
  credentials: Credentials | null;
}

const SCHEMES = ['http', 'https', 'git', 'ssh', 'svn', 'svn+ssh', 'file'] as const;
const LONGEST = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;
/** What files are called that hold a repository. */
const BUNDLE = /\.(?:bundle|hg)$/i;
/** `user@host:path` as ssh and git read it; a single letter before the colon would be a Windows drive. */
const SCP_LIKE = /^(?:([\w.+-]+)@)?([\w.-]{2,}|\[[\da-f:.]+\]):(?!\/\/)(.+)$/i;
/** `name:password@host` without what must stand before it; slashes may. */
const PASSWORD_LIKE = /^[^:/\\@]{2,}:(?!\/\/)[\\/]*[^\\/@]*@/;

/** `host:8080/path`, without a user: a port where `://` was left out, or a folder that is called by a number. */
const PORT_LIKE = /^[\w.-]{2,}:(\d{1,5})(?:\/|$)/;

/**
 * Reads an address that a person or a script gave.
 * @throws InvalidAddress
 */
export function readGivenAddress(text: string): Address {
  const url = text.trim();
  // git would take it for a path at a host called "https" or "name", and paths are kept and shown.
  if (/^https?:(?!\/\/)/i.test(url) || PASSWORD_LIKE.test(url)) {
    throw new InvalidAddress(
      say(
        'The address is written neither as https://host/path nor as user@host:path, and may hold a password. Check it, and give user name and password in fields of their own.',
      ),
    );
  }
  const port = PORT_LIKE.exec(url)?.[1];
  if (port !== undefined) {
    throw new InvalidAddress(
      say(
        '"{url}" may be a server that listens at port {port}, or the folder {port} of one that is reached by SSH. Write http://{url}, https://{url} or svn://{url} for the port, or user@{url} for SSH.',
        { url, port },
      ),
    );
  }
  const address = readAddress(url);
  const given = /^[^:]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(address.url)?.[1];
  if (given !== undefined && (Number(given) === 0 || Number(given) > 65_535)) {
    throw new InvalidAddress(say('{port} is no port: these go from 1 to 65535. Correct the address.', { port: given }));
  }
  return address;
}

/**
 * Reads an address that was taken before.
 * @throws InvalidAddress
 */
export function readAddress(text: string): Address {
  const url = text.trim();
  if (url === '') throw new InvalidAddress(say('The address is empty. Give the address of the repository to import.'));
  if (url.length > LONGEST || CONTROL.test(url)) {
    throw new InvalidAddress(say('The address is too long or holds control characters. Check it and try again.'));
  }
  if (url.startsWith('-')) throw new InvalidAddress(say('An address cannot begin with "-". Check it and try again.'));
  if (/^[\w+.-]+::/.test(url)) {
    throw new InvalidAddress(
      say(
        'Addresses of the form "name::address" run programs and are refused. Use http, https, ssh, git, svn or file.',
      ),
    );
  }
  if (/^(\/|[a-z]:[\\/]|\\\\)/i.test(url)) return { url, scheme: 'path', credentials: null };
  if (/^file:/i.test(url)) return readFileUrl(url);
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return readScpLike(url);
  return readUrl(url, scheme);
}

/**
 * `file:` of this machine only. Tools differ about a host in it: git makes `//host/path` of it, Subversion takes
 * `localhost` for this machine, and `file:/path` is a server called "file" to git. One spelling leaves nothing to differ about.
 */
function readFileUrl(url: string): Address {
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(url)?.[1];
  if (path === undefined) {
    throw new InvalidAddress(
      say('An address that begins with "file:" names a folder of this machine: write file:///path, without a host.'),
    );
  }
  if (CONTROL.test(decodePath(path))) {
    throw new InvalidAddress(say('The address is too long or holds control characters. Check it and try again.'));
  }
  const decoded = decodePath(path);
  // git takes what `file:` names for a folder, and a bundle in its place for one that is broken.
  if (BUNDLE.test(decoded) && !decoded.includes('\ufffd'))
    return { url: decoded.replace(/^\/(?=[a-z]:)/i, ''), scheme: 'path', credentials: null };
  return { url: `file://${path}`, scheme: 'file', credentials: null };
}

function readScpLike(url: string): Address {
  const [, user, host, path] = SCP_LIKE.exec(url) ?? [];
  if (
    host === undefined ||
    path === undefined ||
    host.startsWith('-') ||
    user?.startsWith('-') ||
    path.startsWith('-')
  ) {
    throw new InvalidAddress(
      say(
        '"{url}" is no address that can be imported from. Use an address such as https://host/path, svn://host/path or user@host:path, or the full path of a folder.',
        { url },
      ),
    );
  }
  return { url, scheme: 'ssh', credentials: null };
}

function readUrl(url: string, found: string): Address {
  const scheme = SCHEMES.find((name) => name === found);
  if (scheme === undefined) {
    throw new InvalidAddress(
      say(
        'Addresses that begin with "{scheme}:" cannot be imported from. Use http, https, ssh, git, svn, svn+ssh or file.',
        { scheme: found },
      ),
    );
  }
  const [, authority = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const userInfo = at < 0 ? '' : authority.slice(0, at);
  // What stands there may be a password, so that it is not said again.
  if (/^[^:[\]%\s]+:(?!\d+$)./.test(host)) {
    throw new InvalidAddress(
      say(
        'After the host of the address stands a colon, and no port behind it. Write a slash for the colon; or, for SSH, leave "ssh://" out: user@host:path.',
      ),
    );
  }
  if (
    host === '' ||
    host.startsWith('-') ||
    userInfo.startsWith('-') ||
    // A percent sign would be decoded by some programs and not by others.
    !/^(\[[\da-f:.]+\]|[^:[\]%\s]+)(:\d{1,5})?$/i.test(host)
  ) {
    throw new InvalidAddress(say('The address names no valid host. Check it and try again.'));
  }
  if (userInfo === '') return { url: `${scheme}://${host}${rest}`, scheme, credentials: null };
  const colon = userInfo.indexOf(':');
  const username = decode(colon < 0 ? userInfo : userInfo.slice(0, colon));
  const password = colon < 0 ? '' : decode(userInfo.slice(colon + 1));
  if (CONTROL.test(username) || CONTROL.test(password) || username.startsWith('-')) {
    throw new InvalidAddress(
      say(
        'The user name or the password in the address begins with "-" or holds control characters. Check the address and try again.',
      ),
    );
  }
  if (scheme === 'ssh' || scheme === 'svn+ssh') {
    // The user is part of where to go; ssh takes no password, so one that stood here is dropped.
    return { url: `${scheme}://${userInfo.split(':')[0]}@${host}${rest}`, scheme, credentials: null };
  }
  // A user name alone may be an access token, so it is kept out of the stored address as well.
  return { url: `${scheme}://${host}${rest}`, scheme, credentials: { username, password } };
}

/** Whether a user name or a password can be handed to a program as it is: one line without control characters. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/**
 * Percent signs of a path as git, Subversion and Mercurial read them: one that no two digits follow stands for itself, and keeps no
 * other from being decoded. Bytes that are no UTF-8 become U+FFFD.
 */
export function decodePath(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (signs) => Buffer.from(signs.replaceAll('%', ''), 'hex').toString('utf8'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
