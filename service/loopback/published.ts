/** The listener behind a proxy: the one name that it answers to, and who asked the proxy. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** How a proxy gives this listener to others. It ends TLS, and says in `X-Forwarded-For` who asks. */
export interface Published {
  /** The name, with a port where it is not 443, at which people reach the proxy: `https://<hostName>`. Lower case. */
  hostName: string;
  /** Address to listen on in place of the loopback ones, as where the proxy is in another container; null for those. */
  listen: string | null;
}

/** Whether a request came through the proxy, by its name. */
export function isNamed({ headers, url = '' }: IncomingMessage, published: Published | null): published is Published {
  return published !== null && headers.host?.toLowerCase() === published.hostName && url.startsWith('/');
}

export function isForeignPage({ headers }: IncomingMessage, name: string): boolean {
  return headers.origin !== undefined && headers.origin !== `https://${name}`;
}

/** Who asked the proxy: the entry that it added itself, after what the caller may have made up. */
export function lastForwarded({ headers }: IncomingMessage): string | null {
  const last = [headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? null : last;
}

/** An address to listen on, as callers on this machine write it in an address: every address is the loopback one, too. */
export function namedAddress(listen: string): string {
  if (listen === '0.0.0.0' || listen === '::') return '127.0.0.1';
  return listen.includes(':') ? `[${listen}]` : listen;
}

const HOST_NAME =
  /^(?=.{1,253}(?::|$))[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+(?::[1-9]\d{0,4})?$/;

/**
 * What was asked for at the start.
 * @returns null for the loopback addresses only
 * @throws Error with a sentence
 */
export function readPublished(name: string | undefined, listen: string | undefined): Published | null {
  if (name === undefined) {
    if (listen !== undefined) throw new Error('--listen needs --host-name: the name of the proxy that people reach.');
    return null;
  }
  const hostName = name.toLowerCase().replace(/:443$/, '');
  // Of one label, or an address: others may have it in their networks, too.
  if (!HOST_NAME.test(hostName) || isIP(hostName.replace(/:\d+$/, '')) !== 0)
    throw new Error('--host-name is a name with a dot, as in gantry.example.org or gantry.example.org:8443.');
  if (listen !== undefined && isIP(listen) === 0)
    throw new Error('--listen is an address of this machine, as in 0.0.0.0 or 10.0.0.2.');
  return { hostName, listen: listen ?? null };
}
