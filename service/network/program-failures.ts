/** What the programs of all sources say in the same words when the network is in the way. */
import { saysDiskFull } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { ownWords } from '../failures/own-words.ts';
import { quotable } from '../failures/quotable.ts';
import { saysChangedHost, saysUnknownHost, sshHostOf } from '../ssh/host-keys.ts';
import { outputTrouble } from './tool-output.ts';

/**
 * The failure that a program's messages speak of; null when it is none of the network's or the disk's.
 * @param url free of secrets
 */
export function networkFailure(stderr: string, url: string): Failure | null {
  const detail = stderr.trim().slice(-2000);
  const words = ownWords(stderr, url);
  const says = (pattern: RegExp) => pattern.test(words);
  if (saysDiskFull(words)) return Failure.of('disk.full', {}, detail);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  const trouble = outputTrouble(stderr, url);
  if (trouble !== null) return trouble;
  if (
    says(
      /could not resolve|(?:name or service|service name) not known|temporary failure in name resolution|unable to look up|getaddrinfo|nodename nor servname/i,
    )
  ) {
    return Failure.of('connection.host_not_found', { url }, detail);
  }
  if (
    says(
      // The last three are Windows', of its numbers 10061, 10060 and 10054.
      /connection refused|failed to connect|couldn't connect|timed out|network is unreachable|no route to host|connection reset|unable to connect|actively refused|did not properly respond|forcibly closed/i,
    )
  ) {
    return Failure.of('connection.no_answer', { url }, detail);
  }
  return null;
}

/** The failure of a server that ssh did not trust, or that took none of the person's keys; null when it is neither. */
export function sshFailure(stderr: string, url: string): Failure | null {
  const detail = stderr.trim().slice(-2000);
  const words = ownWords(stderr, url);
  if (saysChangedHost(words)) {
    return Failure.of('ssh.host_key_changed', { url }, detail);
  }
  if (saysUnknownHost(words)) {
    return Failure.of('ssh.host_key_unknown', { url }, detail);
  }
  const apart = /unable to negotiate with [^\n]*?: (no matching [^\n]*)/i.exec(words)?.[1];
  if (apart !== undefined) return Failure.of('ssh.nothing_in_common', { url, said: apart.trim() }, detail);
  // A shell's words, in the order of dash, bash, zsh, and of Windows.
  const [, dash, zsh, windows] =
    /(?:^|[\s:/])(svnserve|hg|git-(?:upload|receive)-pack|git): (?:command )?not found|command not found: (svnserve|hg|git\S*)|'?(svnserve|hg|git\S*?)'? is not recognized as/im.exec(
      stderr,
    ) ?? [];
  const program = dash ?? zsh ?? windows;
  if (program !== undefined && sshHostOf(url) !== null) return Failure.of('ssh.no_program', { url, program }, detail);
  // The server cuts the line after as many keys as it looks at (`MaxAuthTries`): the right one may not have been among them.
  if (sshHostOf(url) !== null && /too many authentication failures/i.test(words))
    return Failure.of('ssh.too_many_keys', { url }, detail);
  // ssh names the ways that the server offers; it asks for no password here.
  if (/permission denied \([\w,-]*\)/i.test(words)) {
    return Failure.of('ssh.no_key_taken', { url }, detail);
  }
  return null;
}

/** Of a line that went away: ssh's own words, and the system's. */
const LINE_WENT = /connection (?:to \S+ )?(?:closed|reset)|closed by|client_loop|broken pipe|timed out|kex_exchange/i;

/**
 * The failure of a server whose ssh let the person in and did not run what was asked for: a forced command, an account without a
 * shell, a password that must be changed first. One that ends without a word may as well be the right one that somebody ended there.
 * @param said lines of the server's own; a program that reads its output as a protocol hears of what it writes there alone
 */
export function otherProgram(said: readonly string[], url: string, program: string, detail: string): Failure | null {
  if (sshHostOf(url) === null || said.some((line) => LINE_WENT.test(line))) return null;
  const words = quotable(said);
  return words === ''
    ? Failure.of('ssh.ended_at_once', { url, program }, detail)
    : Failure.of('ssh.other_program', { url, program, said: words }, detail);
}

/**
 * The failure of an HTTP status that is neither of a login nor of a missing repository; null where none is told. The words
 * are those of git (libcurl), Mercurial (Python's urllib) and Subversion (serf). Redirects without an end are such as well.
 */
export function statusFailure(stderr: string, url: string): Failure | null {
  const words = ownWords(stderr, url);
  if (REDIRECTS_ROUND.test(words)) return Failure.of('connection.redirects_round', { url }, stderr.trim().slice(-2000));
  const told =
    /(?:returned error:|HTTP Error|Unexpected HTTP status|Unexpected server error|RPC failed; HTTP) (\d{3})\b/i.exec(
      words,
    )?.[1];
  if (told === undefined) return null;
  const status = Number(told);
  const detail = stderr.trim().slice(-2000);
  if (status === 413) return Failure.of('connection.too_large', { url }, detail);
  const passes = PASSING_STATUS.has(status) || (status >= 500 && !LASTING_STATUS.has(status));
  return passes ? Failure.of('connection.server_busy', { url, status }, detail) : null;
}

/**
 * The failure of an address that sends on to where a login is asked for, which is told none that was given for the address; null
 * where the login is asked for at the address itself. git names where in its question (the path too, where `credential.useHttpPath`
 * is set), Mercurial in its refusal (`getuserpass` of its url.py).
 * @param url free of secrets
 */
export function redirectedLogin(stderr: string, url: string, hasCredentials: boolean): Failure | null {
  const asking =
    /could not read (?:Username|Password) for '(https?:\/\/[^'\s]+)'|http authorization required for (https?:\/\/\S+)/i.exec(
      stderr,
    );
  const there = asking?.[1] ?? asking?.[2];
  if (there === undefined || !URL.canParse(there) || !URL.canParse(url)) return null;
  const [at, asked] = [new URL(there), new URL(url)];
  // Mercurial gives a login to what lies below its address, and no other path.
  const isOtherPath = asking?.[2] !== undefined && !plainPath(at).startsWith(plainPath(asked));
  const isElsewhere = at.origin !== asked.origin || isOtherPath;
  if (!isElsewhere || !/^https?:/.test(asked.protocol)) return null;
  const target = `${at.origin}${at.pathname}`.replace(/\/+$/, '');
  const detail = stderr.trim().slice(-2000);
  const failure = hasCredentials
    ? Failure.of('source.login_elsewhere', { url })
    : Failure.of('source.asks_for_login', {});
  return Failure.of('source.redirected', { failure: dataOf(failure), target }, detail, failure.kind);
}

/** One writing of a path that may be written in several. */
function plainPath({ pathname }: URL): string {
  try {
    return `${decodeURIComponent(pathname).replace(/\/+$/, '')}/`;
  } catch {
    return `${pathname.replace(/\/+$/, '')}/`;
  }
}

const REDIRECTS_ROUND = /E195019|would lead to an infinite loop|maximum \(\d+\) redirects followed/i;
/** Asked too early, too often or too slowly (RFC 9110, 6585 and 8470). */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);
/** What no waiting changes: not implemented, the version of HTTP, a login to the network. */
const LASTING_STATUS: ReadonlySet<number> = new Set([501, 505, 511]);

/** The failure of a certificate; asked after logins, whose messages may speak of TLS too. */
export function certificateFailure(stderr: string, url: string): Failure | null {
  if (!/certificate|ssl|tls/i.test(ownWords(stderr, url))) return null;
  return Failure.of('connection.certificate_refused', { url }, stderr.trim().slice(-2000));
}
