import { certificateFailure, networkFailure, sshFailure } from '../sources/program-failures.ts';
import { ImportFailure } from '../sources/source.ts';

/** What git wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function gitFailure(stderr: string, url: string, hasCredentials: boolean): ImportFailure {
  const detail = stderr.trim().slice(-2000);
  const says = (pattern: RegExp) => pattern.test(stderr);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  if (
    says(
      /authentication failed|could not read (username|password)|terminal prompts disabled|unable to read askpass|error: 40[13]|returned error: 40[13]|access denied|unauthorized|invalid credentials/i,
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
  if (says(/lacks these prerequisite commits/i)) {
    return new ImportFailure(
      'not_found',
      `The bundle ${url} holds only a part of a history, which stands on commits that are not in it. Make it anew with "git bundle create <file> --all", or give the address of the repository.`,
      detail,
    );
  }
  if (says(/over limit \d+|out of memory/i)) {
    return new ImportFailure(
      'broken_source',
      `The repository at ${url} holds an object that takes more memory to unpack than git is given here. It may be damaged, or made to do harm: ask its owner.`,
      detail,
    );
  }
  if (
    says(
      /early eof|hung up|rpc failed|unexpected disconnect|received disconnect|closed by remote host|connection to \S+ closed/i,
    ) &&
    !says(/not found|not appear|not exist|not exported/i)
  ) {
    return new ImportFailure('unreachable', `The connection to ${url} broke off. Start again.`, detail);
  }
  const network = networkFailure(stderr, url) ?? certificateFailure(stderr, url);
  if (network !== null) return network;
  if (
    says(
      /not found|does not (exist|appear to be a git repository)|not a git repository|no such file|not valid: is this a git repository|repository .* not exported|protocol error: bad line length|unexpected|dumb http transport|error: 404|bad (object|line)|early eof|hung up/i,
    )
  ) {
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
