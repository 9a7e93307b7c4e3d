import { diskFull, saysDiskFull } from '../../failures.ts';
import { ImportFailure } from '../../source.ts';

/** What git wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function gitFailure(stderr: string, url: string, hasCredentials: boolean): ImportFailure {
  const detail = stderr.trim().slice(-2000);
  const says = (pattern: RegExp) => pattern.test(stderr);
  if (saysDiskFull(stderr)) return diskFull(detail);
  if (says(/host key verification failed/i)) {
    return new ImportFailure(
      'unreachable',
      `The SSH host key of ${url} is not known on this machine. Connect to it once with ssh in a terminal, check and accept its key, and try again.`,
      detail,
    );
  }
  if (
    says(
      /authentication failed|could not read (username|password)|terminal prompts disabled|unable to read askpass|error: 40[13]|returned error: 40[13]|permission denied \(|access denied|unauthorized|invalid credentials/i,
    )
  ) {
    return new ImportFailure(
      'auth',
      hasCredentials
        ? `The user name or the password was refused by ${url}. Check both and enter them again.`
        : `${url} needs a user name and a password. Enter them to go on.`,
      detail,
    );
  }
  if (
    says(
      /could not resolve host|name or service not known|temporary failure in name resolution|unable to look up|nodename nor servname/i,
    )
  ) {
    return new ImportFailure(
      'unreachable',
      `The host of ${url} was not found. Check the address and the network, then try again.`,
      detail,
    );
  }
  if (
    says(
      /connection refused|failed to connect|couldn't connect|connection timed out|network is unreachable|no route to host|operation timed out|connection reset|unable to connect/i,
    )
  ) {
    return new ImportFailure(
      'unreachable',
      `The server of ${url} did not answer. Check the address, the port and the network, then try again.`,
      detail,
    );
  }
  if (says(/certificate|ssl|tls/i)) {
    return new ImportFailure(
      'unreachable',
      `The certificate of ${url} was refused. Make its authority known to this machine, then try again.`,
      detail,
    );
  }
  if (
    says(
      /not found|does not (exist|appear to be a git repository)|not a git repository|no such file|not valid: is this a git repository|repository .* not exported|protocol error: bad line length|unexpected|dumb http transport|error: 404|bad (object|line)|early eof|hung up/i,
    )
  ) {
    if (says(/early eof|hung up|rpc failed/i) && !says(/not found|not appear|not exist/i)) {
      return new ImportFailure('unreachable', `The connection to ${url} broke off. Start the import again.`, detail);
    }
    return new ImportFailure(
      'not_found',
      `No Git repository was found at ${url}. Check the address and try again.`,
      detail,
    );
  }
  return new ImportFailure(
    'broken_source',
    `Git could not read ${url}. The log has its message; check that "git fsck" finds no fault in the source.`,
    detail,
  );
}
