import { Failure } from '../../failures/failure.ts';
import { ownWords } from '../../failures/own-words.ts';
import { quotable } from '../../failures/quotable.ts';
import {
  certificateFailure,
  networkFailure,
  otherProgram,
  redirectedLogin,
  sshFailure,
  statusFailure,
} from '../../network/program-failures.ts';
import { withoutGreeting } from '../../ssh/greeting.ts';

/**
 * A connection that ended in the middle, as hg has it: answers too short for what they should hold, beginnings of status lines, errors of
 * Python's. Most were heard from hg 6.3, with its connection to `hg serve` cut at chance places (docs/decisions/mercurial.md).
 */
const BROKEN_OFF: readonly RegExp[] = [
  /stream ended unexpectedly|incomplete response|connection ended unexpectedly|HTTP request error/i,
  /IncompleteRead\(|Remote end closed connection|broken pipe/i,
  /unfulfilled batch command response|unexpected response:|binascii\.Error|not enough values to unpack/i,
  /bad HTTP status line: (?:H|HT|HTT|HTTP|HTTP\/[\d.]*(?: \d{0,2})?)?$/m,
  // Of none: the quotes are hg's.
  /bad HTTP status line: '…'/,
  // Of ssh.
  /closed by remote host|client_loop: send disconnect/i,
];

/** Words of hg, of hg-ssh and of hosts for an address at which there is no repository. */
const OF_NO_REPOSITORY = /not found|no such|does not exist|no (?:mercurial )?repository|illegal repository/i;

/** What hg wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function hgFailure(output: string, url: string, hasCredentials: boolean): Failure {
  const stderr = withoutGreeting(output, url);
  const detail = stderr.trim().slice(-2000);
  const words = ownWords(stderr, url);
  const says = (pattern: RegExp) => pattern.test(words);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  const elsewhere = redirectedLogin(stderr, url, hasCredentials);
  if (elsewhere !== null) return elsewhere;
  if (says(/authorization (required|failed)|http authorization|error 40[13]/i)) {
    if (!hasCredentials) return Failure.of('credentials.login_needed', { url }, detail);
    return says(/error 403/i)
      ? Failure.of('credentials.not_allowed', { url, said: '' }, detail)
      : Failure.of('credentials.login_refused', { url }, detail);
  }
  const isServer = /^(https?|ssh):/i.test(url);
  // A line that stood and was cut; ssh says the same of one that never stood.
  if (/^https?:/i.test(url) && says(/connection reset|forcibly closed/i))
    return Failure.of('connection.broken_off', { url }, detail);
  const network = networkFailure(stderr, url) ?? statusFailure(stderr, url);
  if (network !== null) return network;
  // Of an hg that somebody ended there, as a machine does that goes down (mercurial/dispatch.py).
  if (isServer && remoteLines(stderr).some((line) => /^(?:killed|interrupted)!$/.test(line)))
    return Failure.of('connection.broken_off', { url }, detail);
  if (says(/no suitable response/i) && !says(OF_NO_REPOSITORY)) {
    const told = remoteLines(stderr);
    // Of hg itself, which cannot open what is there.
    if (told.some((line) => /^abort: /.test(line))) {
      return Failure.of('mercurial.refused', { url, said: quotable(told) }, detail);
    }
    const other = otherProgram(told, url, 'hg', detail);
    if (other !== null) return other;
  }
  if (isServer && says(/abort: out of memory|^MemoryError/m))
    return Failure.of('mercurial.answer_too_large', { url }, detail);
  // Of a file of this machine the same words tell of damage.
  if (isServer && BROKEN_OFF.some(says)) return Failure.of('connection.broken_off', { url }, detail);
  const certificate = certificateFailure(stderr, url);
  if (certificate !== null) return certificate;
  if (says(/does not support bundle version 02|no common changegroup version/i)) {
    return Failure.of('mercurial.treemanifest', { url }, detail);
  }
  const [, shared] = /^abort: \.hg\/sharedpath points to nonexistent directory (.+)$/m.exec(stderr) ?? [];
  if (shared !== undefined)
    return Failure.of('mercurial.share_gone', { url, folder: shared.replace(/[\\/]\.hg$/, '') }, detail);
  // Of the extensions narrow and remotefilelog (mercurial/requirements.py, hgext/remotefilelog/constants.py).
  if (says(/features unknown.*(?:narrowhg-|exp-remotefilelog-)/i))
    return Failure.of('mercurial.clone_of_part', { url }, detail);
  if (says(/requires features unknown|unknown requirement|repository requires/i)) {
    const [, named = ''] = /requires features unknown[^:\n]*: ([^\n]+)/i.exec(stderr) ?? [];
    const features = quotable(named.split(/[\s,]+/)).replaceAll(' ', ', ');
    return Failure.of('mercurial.unknown_feature', { url, features }, detail);
  }
  // hg reads such a repository file by file; its extension for large files, which is loaded for all, does not know that kind.
  if (/^AttributeError: 'statichttprepository' object/m.test(stderr))
    return Failure.of('mercurial.static', { url }, detail);
  // It asks nobody about an address with a query.
  if (says(/unsupported URL component/)) return Failure.of('mercurial.no_address', { url }, detail);
  const isLacking = /^abort: No such file or directory: '?[^\n]*[\\/]\.hg[\\/]/im.test(stderr);
  if (isLacking && !isServer) return Failure.of('mercurial.unreadable', { url }, detail);
  if (
    says(
      /not found|does not appear to be an hg repository|no such file|no suitable response|error (?:404|410)|not a mercurial/i,
    )
  ) {
    return Failure.of('mercurial.not_found', { url }, detail);
  }
  if (isServer) {
    const said = serverWords(detail);
    if (said !== '') return Failure.of('mercurial.refused', { url, said }, detail);
  }
  const status = /HTTP Error (\d{3})\b/i.exec(words)?.[1];
  if (status !== undefined) return Failure.of('connection.http_refused', { url, status: Number(status) }, detail);
  return Failure.of('mercurial.unreadable', { url }, detail);
}

/** What the server said for people: after `remote:`, or as an error of its own (`wireprotov1peer.py`, `error.py`). */
function serverWords(stderr: string): string {
  const [, error = ''] = /^abort: remote error:\n([\s\S]*)$/m.exec(stderr) ?? [];
  const told = remoteLines(stderr);
  return quotable(told.length > 0 ? told : error.split('\n'));
}

function remoteLines(stderr: string): string[] {
  return [...stderr.matchAll(/^remote: (.*)$/gm)].map(([, words = '']) => words);
}
