import { saysDiskFull } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { ownWords } from '../failures/own-words.ts';
import { quotable } from '../failures/quotable.ts';
import {
  certificateFailure,
  networkFailure,
  redirectedLogin,
  sshFailure,
  statusFailure,
} from '../network/program-failures.ts';
import { signInPage } from '../network/sign-in-page.ts';
import { withoutGreeting } from '../ssh/greeting.ts';
import { sshHostOf } from '../ssh/host-keys.ts';
import { ENDED, reasonToStop, serverWords } from './server-words.ts';

/**
 * What git says of a repository that lacks objects, its own or through upload-pack at the other end; null for anything else.
 * @param isPartial whether it is known to be a partial clone
 */
export function incompleteSource(stderr: string, isPartial = false): Failure | null {
  const promised = /could not fetch [\da-f]{40,} from promisor remote|lazy fetching disabled/i.test(stderr);
  const missing =
    /(?:unable to read|could not read|missing (?:blob|tree|commit)(?: object)?|unable to parse object:?|bad (?:tree )?object) '?([\da-f]{40,})/i.exec(
      stderr,
    )?.[1];
  const says = /possible repository corruption on the remote side|failed to traverse parents of commit/i.test(stderr);
  if (promised || (isPartial && (missing !== undefined || says))) return Failure.of('git.partial_clone', {}, stderr);
  if (missing === undefined && !says) return null;
  return Failure.of('git.objects_missing', { object: missing ?? '' }, stderr);
}

/** What git wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function gitFailure(output: string, url: string, hasCredentials: boolean): Failure {
  const stderr = withoutGreeting(output, url);
  const words = ownWords(stderr, url);
  const says = (pattern: RegExp) => pattern.test(words);
  const isHttp = /^https?:/i.test(url);
  const isElsewhere = isHttp || /^(?:git|(?:git\+)?ssh|ssh\+git):/i.test(url) || sshHostOf(url) !== null;
  // The other end of a folder of this machine is this machine.
  const detail = (isElsewhere ? stderr : stderr.replaceAll(/^remote: /gm, '')).trim().slice(-2000);
  const said = isElsewhere ? serverWords(detail, !isHttp) : '';
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  const talk = /protocol error: bad line length character: ([^\n]*)/i.exec(stderr)?.[1];
  if (talk !== undefined && sshHostOf(url) !== null)
    return Failure.of('ssh.talks', { url, said: quotable([talk]) }, detail);
  const led = /unable to update url base from redirection:\s+asked for: \S+\s+redirect: (\S+)/i.exec(stderr)?.[1];
  const page = led === undefined ? null : signInPage(url, led, detail);
  if (page !== null) return page;
  const elsewhere = redirectedLogin(stderr, url, hasCredentials);
  if (elsewhere !== null) return elsewhere;
  if (
    says(
      /authentication failed|could not read (username|password)|terminal prompts disabled|unable to read askpass|error: 40[13]|returned error: 40[13]|access denied|unauthorized|invalid credentials/i,
    )
  ) {
    // Only over HTTP is there a login to ask a person for.
    if (!isHttp && said !== '') return Failure.of('git.refused', { url, said }, detail);
    if (!hasCredentials) return Failure.of('credentials.login_needed', { url }, detail);
    // Servers answer 401 to a login that they do not know, and 403 to one that may not do this (RFC 9110, 15.5.2 and 15.5.4).
    if (isHttp && says(/error: 403/i)) return Failure.of('credentials.not_allowed', { url, said }, detail);
    return said === ''
      ? Failure.of('credentials.login_refused', { url }, detail)
      : Failure.of('git.login_refused', { url, said }, detail);
  }
  const dubious = /detected dubious ownership in repository at '[^'\n]*'/.exec(stderr)?.[0];
  if (dubious !== undefined) return Failure.of('git.not_owned', { said: dubious }, detail);
  // In turn up to Git 2.44, and since, which knows `refstorage` but not every kind of it.
  const [, extension] =
    /(?:unknown repository extensions? found:\s*|invalid value for 'extensions\.)(\w+)/i.exec(stderr) ?? [];
  if (extension !== undefined) return Failure.of('git.unknown_extension', { url, extension }, detail);
  const config =
    /^fatal: (bad config line \d+ in file .+|bad (?:numeric|boolean) config value .+|exceeded maximum include depth \(\d+\) while including)$/m.exec(
      stderr,
    )?.[1];
  if (config !== undefined && !isElsewhere)
    return Failure.of('git.config_damaged', { url, said: quotable([config]) }, detail);
  // CVE-2022-39253 (builtin/clone.c, `copy_or_link_directory`).
  const link = /(?:failed to start iterator over '([^'\n]*)': Not a directory|symlink '([^'\n]*)' exists)/i.exec(
    stderr,
  );
  if (link !== null) return Failure.of('git.objects_linked', { url, path: link[1] ?? `objects/${link[2]}` }, detail);
  if (says(/cannot clone from filtered bundle/i)) return Failure.of('git.bundle_filtered', { url }, detail);
  if (says(/lacks these prerequisite commits/i)) {
    return Failure.of('git.bundle_partial', { url }, detail);
  }
  // Of git's reader of bundles alone (bundle.c, `unbundle`).
  if (!isElsewhere && says(/error: index-pack died/i)) return Failure.of('git.bundle_damaged', { url }, detail);
  const reason = isElsewhere ? reasonToStop(detail, !isHttp) : '';
  if (reason !== '')
    return Failure.of(ENDED.test(reason) ? 'git.server_gave_up' : 'git.server_stopped', { url, said: reason }, detail);
  // Its own lines, of which nobody takes its disk for ours.
  if (isElsewhere && saysDiskFull(said)) return Failure.of('git.server_stopped', { url, said }, `remote: ${said}`);
  const incomplete = incompleteSource(detail);
  if (incomplete !== null) return incomplete;
  const status = statusFailure(stderr, url);
  if (status !== null) return withWords(status, said);
  // upload-pack tells what its own pack-objects died of, on the server.
  if (isElsewhere && ENDED.test(said)) {
    return Failure.of('git.server_gave_up', { url, said }, detail);
  }
  if (says(/over limit \d+|out of memory/i)) {
    // Objects are unpacked by programs of their own (fetch-pack.c, `get_pack`): git itself holds refs, messages and names of packs.
    const isOfObjects = !isElsewhere || says(/index-pack|unpack-objects/);
    return Failure.of(isOfObjects ? 'git.object_too_large' : 'git.answer_too_large', { url }, detail);
  }
  // An answer that came is no line that was cut, whatever git makes of it after.
  const answered = /RPC failed; HTTP (\d{3})\b/i.exec(words)?.[1];
  if (answered !== undefined && Number(answered) >= 300)
    return Failure.of('connection.http_refused', { url, status: Number(answered) }, detail);
  if (
    isElsewhere &&
    says(
      /early eof|hung up|rpc failed|(?:recv|send) failure: |connection was (?:reset|aborted)|unexpected disconnect|expected flush after|cannot access url .*, return code (?:7|18|28|52|55|56)\b|empty reply from server|received disconnect|transfer closed with|closed by remote host|connection (?:closed by|to) \S+ (?:port \d+|closed)/i,
    ) &&
    !says(/not found|not be found|cannot find|not appear|not exist|not exported/i)
  ) {
    return Failure.of('connection.broken_off', { url }, detail);
  }
  const network = networkFailure(stderr, url) ?? certificateFailure(stderr, url);
  if (network !== null) return network;
  const fromFiles = isHttp ? fileServerFailure(stderr, url, detail) : null;
  if (fromFiles !== null) return fromFiles;
  const isNone = says(
    /not found|not be found|cannot find|does not (exist|appear to be a git repository)|not a git repository|invalid gitfile format|no such file|not valid: (?:could not determine hash algorithm; )?is this a git repository|unable to update url base from redirection|repository .* not exported|dumb http transport|error: 404/i,
  );
  // Of a folder of this machine these are words about what lies in it.
  const isOther =
    isElsewhere && says(/protocol error: bad line length|unexpected|bad (object|line)|early eof|hung up/i);
  if (isNone || isOther) {
    return said === ''
      ? Failure.of('git.not_found', { url }, detail)
      : Failure.of('git.not_found_there', { url, said }, detail);
  }
  const other = /returned error: (\d{3})\b/i.exec(words)?.[1];
  if (other !== undefined)
    return withWords(Failure.of('connection.http_refused', { url, status: Number(other) }, detail), said);
  if (said !== '') return Failure.of('git.refused', { url, said }, detail);
  // All that git adds where the other end said nothing (connect.c, `die_initial_contact`).
  if (isElsewhere && says(/could not read from remote repository/i))
    return Failure.of('git.no_answer', { url }, detail);
  return Failure.of('git.unreadable', { url }, detail);
}

/** Of a web server that knows nothing of Git (http-walker.c, `fetch_object`; http-push.c, where curl's 22 is an HTTP status). */
function fileServerFailure(stderr: string, url: string, detail: string): Failure | null {
  const object = /^error: Unable to find ([\da-f]{40,}) under /m.exec(stderr)?.[1];
  if (object !== undefined) {
    const elsewhere = /^warning: alternate disabled by http\.followRedirects: (\S+)$/m.exec(stderr)?.[1];
    const place = elsewhere === undefined ? '' : quotable([elsewhere]);
    return Failure.of('git.file_not_handed_out', { url, object, elsewhere: place }, detail);
  }
  const takesNone = /^error: (?:Cannot access URL .*, return code 22|no DAV locking support on .*)$/im.test(stderr);
  return takesNone ? Failure.of('git.takes_no_pushes', { url }, detail) : null;
}

/** A failure of an HTTP status, with what the server says beside it. */
function withWords(failure: Failure, said: string): Failure {
  const { key, parameters } = failure;
  const isTold = key === 'connection.http_refused' || key === 'connection.server_busy';
  return isTold && said !== '' ? new Failure({ ...dataOf(failure), parameters: { ...parameters, said } }) : failure;
}
