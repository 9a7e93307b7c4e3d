import { isIPv6 } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** Groups of an IPv6 address. */
const GROUPS = 8;
/** Those that name the network of a customer (RFC 6177): each machine in it chooses the others, and may change them with every request. */
const NETWORK_GROUPS = 4;

/** What senders are told apart by: any program of this machine may speak from any address of its loopback, and is one with the others. */
export function senderAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (plain === '::1' || plain.startsWith('127.')) return LOOPBACK;
  return isIPv6(plain) ? networkOf(plain) : plain;
}

function networkOf(address: string): string {
  // Written in the one way that URLs have for it.
  const [first = '', last] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, behind] = [groupsIn(first), groupsIn(last ?? '')];
  const zeros = Array.from({ length: GROUPS - before.length - behind.length }, () => '0');
  return `${[...before, ...zeros, ...behind].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
