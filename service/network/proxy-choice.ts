/** Which proxy an address is asked through. */
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { currentNetwork, type Network } from './current.ts';
import { NetworkTrouble } from './trouble.ts';

export interface ProxyServer {
  /** `http:`, `https:`; `socks…:` only for programs that know it. */
  protocol: string;
  hostname: string;
  port: number;
  username: string;
  password: string;
  /** Where it is said: 'settings', or the name of a variable. */
  from: string;
}

const USUAL_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'socks:': 1080,
  'socks4:': 1080,
  'socks4a:': 1080,
  'socks5:': 1080,
  'socks5h:': 1080,
};

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address of HTTP; null when its server is asked directly.
 * @throws NetworkTrouble `proxy_address` when what names the proxy is no address
 */
export function proxyFor(
  url: URL,
  { proxy }: Pick<Network, 'proxy'> = currentNetwork(),
  password: string | null = currentNetwork().proxyPassword,
  environment: Variables = process.env,
): ProxyServer | null {
  if (proxy.mode === 'none' || !/^https?:$/.test(url.protocol)) return null;
  if (proxy.mode === 'manual') {
    if (proxy.address === '' || isException(url, proxy.exceptions)) return null;
    const read = readProxy(proxy.address, 'settings', url);
    return proxy.username === '' ? read : { ...read, username: proxy.username, password: password ?? '' };
  }
  const names = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const name = names.find((candidate) => (environment[candidate] ?? '').trim() !== '');
  if (name === undefined) return null;
  // An empty variable is none, as for curl.
  const exceptions = (environment.no_proxy?.trim() || (environment.NO_PROXY ?? '')).split(/[\s,]+/);
  if (isException(url, exceptions)) return null;
  return readProxy((environment[name] as string).trim(), name, url);
}

/** `http://host:port` of a proxy, free of its login. */
export function proxyAddress({ protocol, hostname, port }: ProxyServer): string {
  return `${protocol}//${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/**
 * Whether an address is one of those that no proxy is asked for: `*` for all; `host` and `.host` for a host and
 * everything below it, as curl(1) reads NO_PROXY; `*.host`; an address of IP or a range such as `10.0.0.0/8`; each with
 * `:port` for that port alone.
 */
export function isException(url: URL, exceptions: readonly string[]): boolean {
  const host = bare(url.hostname);
  const port = url.port || String(USUAL_PORTS[url.protocol]);
  return exceptions.some((entry) => {
    const text = entry.trim().toLowerCase();
    if (text === '') return false;
    if (text === '*') return true;
    const [, name = text, wantedPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(text) ?? [];
    if (wantedPort !== undefined && wantedPort !== port) return false;
    return matches(host, bare(name));
  });
}

function matches(host: string, name: string): boolean {
  if (name === host) return true;
  if (isIP(host) !== 0) return inRange(host, name);
  const written = name.replace(/^\*?\.+/, '');
  // Hosts of addresses are in ASCII (`xn--`), whatever letters they were written with.
  const domain = domainToASCII(written) || written;
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function inRange(host: string, range: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d+))?$/.exec(range) ?? [];
  const family = isIP(address);
  if (family === 0 || family !== isIP(host)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  try {
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  } catch {
    return false;
  }
  return list.check(host, type);
}

/** A host without the brackets of IPv6 and the dot at a name's end. */
function bare(host: string): string {
  return host
    .replace(/^\[(.*)\](\/\d+)?$/, '$1$2')
    .replace(/\.$/, '')
    .toLowerCase();
}

function readProxy(text: string, from: string, target: URL): ProxyServer {
  const trouble = () => new NetworkTrouble('proxy_address', { host: target.hostname, from });
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw trouble();
  const { protocol, hostname, port, username, password } = new URL(address);
  const usual = USUAL_PORTS[protocol];
  if (usual === undefined || hostname === '') throw trouble();
  return {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? usual : Number(port),
    username: decoded(username),
    password: decoded(password),
    from,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
