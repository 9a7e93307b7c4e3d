/** Which paths of this machine an address names, whatever tool is handed it. */
import { homedir, hostname, networkInterfaces } from 'node:os';
import { win32 } from 'node:path';
import { type Address, decodePath } from '../address.ts';

type Place = Pick<Address, 'url' | 'scheme'>;

/**
 * Whether an address is a folder of this machine: a path, `file:`, or this machine by way of ssh, where the keys of whoever
 * runs Gantry open every folder that a path would.
 */
export function isOfThisMachine(address: Place): boolean {
  return address.scheme === 'path' || address.scheme === 'file' || sshPath(address) !== null;
}

/**
 * Every path that a tool could take the address for. Percent signs of `file:` are decoded by some programs and not by others.
 * @returns absolute paths; none for the address of another machine
 */
export function pathsNamedBy(address: Place): string[] {
  if (address.scheme === 'path') return [address.url];
  const path = address.scheme === 'file' ? address.url.slice('file://'.length) : sshPath(address);
  if (path === null) return [];
  const written = [path, decodePath(path)];
  const spellings = address.scheme === 'file' ? written : written.flatMap((one) => fromHome(one, address.scheme));
  // A query is part of a path to git and not to Subversion.
  const whole = spellings.flatMap((spelling) => [spelling, spelling.replace(/[?#].*$/s, '')]);
  return [...new Set(whole.map(withoutDriveSlash))];
}

/** The path behind an address of ssh that leads back to this machine; null for any other. */
function sshPath({ url, scheme }: Place): string | null {
  if (scheme !== 'ssh' && scheme !== 'svn+ssh') return null;
  const [, host, path] =
    /^[a-z+]+:\/\/(?:[^/]*@)?(\[[^\]]*\]|[^:/?#]+)(?::\d+)?([/?#].*)?$/i.exec(url) ??
    /^(?:[^@:]*@)?(\[[^\]]*\]|[^:]+):(.*)$/s.exec(url) ??
    [];
  if (host === undefined || !isThisMachine(host)) return null;
  return path ?? '/';
}

/** Where a path of ssh begins: at the root, at home, and for Mercurial at home behind a single slash, too (`hg help urls`). */
function fromHome(path: string, scheme: Address['scheme']): string[] {
  const named = path.replace(/^\/?~[^/]*/, homedir());
  if (!named.startsWith('/')) return [win32.isAbsolute(named) ? named : `${homedir()}/${named}`];
  return scheme === 'ssh' ? [named, `${homedir()}${named}`] : [named];
}

/** What leads back to every machine: by the names that systems have in their file `hosts` (Debian, Fedora), too. */
const OWN_NAME =
  /^(?:localhost|.*\.localhost|localhost\.localdomain|localhost[46](?:\.localdomain[46])?|ip6-(?:localhost|loopback)|127\.[\d.]+|0\.0\.0\.0|::1?)$/;
/**
 * IPv6 addresses that hold one of IPv4, as URLs write them: the old `::a.b.c.d`, mapped and translated (RFC 4291, 2765), by way of
 * NAT64 (RFC 6052, 8215), and of 6to4 (RFC 3056).
 */
const HOLDS_IPV4 = [
  /^::(?:ffff:(?:0:)?)?([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^64:ff9b:(?:1:.*|:)(?<=:)([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^2002:([\da-f]{1,4}):([\da-f]{0,4}):/,
];

function isThisMachine(name: string): boolean {
  const host = plainHost(withoutBrackets(name));
  if (OWN_NAME.test(host)) return true;
  const own = [hostname(), hostname().split('.')[0] ?? ''].map((text) => text.toLowerCase());
  if (own.includes(host)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

/** Git takes whatever stands in brackets for a host, with a port where one stands behind it there (connect.c, get_port). */
function withoutBrackets(name: string): string {
  const [, inner] = /^\[(.*)\]$/s.exec(name) ?? [];
  if (inner === undefined) return name;
  const [, host = inner] = /^([^:]*):\d+$/.exec(inner) ?? [];
  return host.includes(':') ? `[${host}]` : host;
}

/** As a URL writes it: an IPv4 address, one within IPv6's too, in four decimal numbers, small letters, no brackets, no dot at the end. */
function plainHost(name: string): string {
  const url = `http://${name}/`;
  const host = URL.canParse(url) ? new URL(url).hostname : name.toLowerCase();
  const plain = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const held = HOLDS_IPV4.map((form) => form.exec(plain)).find((match) => match !== null);
  if (held === undefined) return plain;
  return held
    .slice(1)
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** `file:///C:/x` is `C:/x`. */
function withoutDriveSlash(path: string): string {
  return /^\/[a-z]:[\\/]/i.test(path) ? path.slice(1) : path;
}
