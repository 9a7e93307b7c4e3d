/** What the programs of all sources say in the same words when the network is in the way. */

import { diskFull, saysDiskFull } from '../imports/failures.ts';
import type { NetworkTrouble } from '../network/trouble.ts';
import { saysChangedHost, saysUnknownHost } from '../ssh/host-keys.ts';
import { ImportFailure } from './source.ts';

/**
 * The failure that a program's messages speak of; null when it is none of the network's or the disk's.
 * @param url free of secrets
 */
export function networkFailure(stderr: string, url: string): ImportFailure | null {
  const detail = stderr.trim().slice(-2000);
  const says = (pattern: RegExp) => pattern.test(stderr);
  const unreachable = (message: string) => new ImportFailure('unreachable', message, detail);
  if (saysDiskFull(stderr)) return diskFull(detail);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  if (
    says(
      /could not resolve|name or service not known|temporary failure in name resolution|unable to look up|getaddrinfo|nodename nor servname/i,
    )
  ) {
    return unreachable(`The host of ${url} was not found. Check the address and the network, then try again.`);
  }
  if (
    says(
      /connection refused|failed to connect|couldn't connect|timed out|network is unreachable|no route to host|connection reset|unable to connect/i,
    )
  ) {
    return unreachable(
      `The server of ${url} did not answer. Check the address, the port and the network, then try again.`,
    );
  }
  return null;
}

/** The failure of a server that ssh did not trust, or that took none of the person's keys; null when it is neither. */
export function sshFailure(stderr: string, url: string): ImportFailure | null {
  const detail = stderr.trim().slice(-2000);
  if (saysChangedHost(stderr)) {
    return new ImportFailure(
      'unreachable',
      `The server of ${url} shows another SSH host key than the one that is known. Somebody may be listening in between, or the server was set up anew. Ask its administrator; if that is right, forget the old key (in Settings, or with ssh-keygen -R) and try again.`,
      detail,
    );
  }
  if (saysUnknownHost(stderr)) {
    return new ImportFailure(
      'unreachable',
      `The SSH host key of ${url} is not known on this machine. Compare its fingerprint with what the server’s administrator says, accept it, and try again.`,
      detail,
    );
  }
  // ssh names the ways that the server offers; it asks for no password here.
  if (/permission denied \([\w,-]*\)/i.test(stderr)) {
    return new ImportFailure(
      'unreachable',
      `The server of ${url} took none of your SSH keys. Load the right key into your SSH agent (ssh-add), or add it to your account on the server, and try again.`,
      detail,
    );
  }
  return null;
}

/** The failure of a certificate; asked after logins, whose messages may speak of TLS too. */
export function certificateFailure(stderr: string, url: string): ImportFailure | null {
  if (!/certificate|ssl|tls/i.test(stderr)) return null;
  return new ImportFailure(
    'unreachable',
    `The certificate of ${url} was refused. Make its authority known to this machine, then try again.`,
    stderr.trim().slice(-2000),
  );
}

/** The failure of a request that had no answer. */
export function troubleFailure(trouble: NetworkTrouble): ImportFailure {
  return new ImportFailure('unreachable', trouble.message, `${trouble.fact}: ${trouble.detail}`);
}
