/** What the programs of all sources say in the same words when the network is in the way. */
import { diskFull, saysDiskFull } from './failures.ts';
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
  if (says(/host key verification failed/i)) {
    return unreachable(
      `The SSH host key of ${url} is not known on this machine. Connect to it once with ssh in a terminal, check and accept its key, and try again.`,
    );
  }
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

/** The failure of a certificate; asked after logins, whose messages may speak of TLS too. */
export function certificateFailure(stderr: string, url: string): ImportFailure | null {
  if (!/certificate|ssl|tls/i.test(stderr)) return null;
  return new ImportFailure(
    'unreachable',
    `The certificate of ${url} was refused. Make its authority known to this machine, then try again.`,
    stderr.trim().slice(-2000),
  );
}
