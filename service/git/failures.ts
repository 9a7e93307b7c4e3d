import { Failure } from '../failures/failure.ts';
import { ownWords } from '../failures/own-words.ts';
import { certificateFailure, networkFailure, sshFailure } from '../network/program-failures.ts';

/** What git wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function gitFailure(stderr: string, url: string, hasCredentials: boolean): Failure {
  const detail = stderr.trim().slice(-2000);
  const words = ownWords(stderr, url);
  const says = (pattern: RegExp) => pattern.test(words);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  if (
    says(
      /authentication failed|could not read (username|password)|terminal prompts disabled|unable to read askpass|error: 40[13]|returned error: 40[13]|access denied|unauthorized|invalid credentials/i,
    )
  ) {
    return hasCredentials
      ? Failure.of('credentials.login_refused', { url }, detail)
      : Failure.of('credentials.login_needed', { url }, detail);
  }
  const dubious = /detected dubious ownership in repository at '[^'\n]*'/.exec(stderr)?.[0];
  if (dubious !== undefined) return Failure.of('git.not_owned', { said: dubious }, detail);
  if (says(/lacks these prerequisite commits/i)) {
    return Failure.of('git.bundle_partial', { url }, detail);
  }
  if (says(/over limit \d+|out of memory/i)) {
    return Failure.of('git.object_too_large', { url }, detail);
  }
  if (
    says(
      /early eof|hung up|rpc failed|unexpected disconnect|received disconnect|closed by remote host|connection to \S+ closed/i,
    ) &&
    !says(/not found|not appear|not exist|not exported/i)
  ) {
    return Failure.of('connection.broken_off', { url }, detail);
  }
  const network = networkFailure(stderr, url) ?? certificateFailure(stderr, url);
  if (network !== null) return network;
  if (
    says(
      /not found|does not (exist|appear to be a git repository)|not a git repository|no such file|not valid: is this a git repository|repository .* not exported|protocol error: bad line length|unexpected|dumb http transport|error: 404|bad (object|line)|early eof|hung up/i,
    )
  ) {
    return Failure.of('git.not_found', { url }, detail);
  }
  return Failure.of('git.unreadable', { url }, detail);
}
