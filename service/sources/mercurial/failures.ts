import { certificateFailure, networkFailure, sshFailure } from '../program-failures.ts';
import { ImportFailure } from '../source.ts';

/** What hg wrote when it failed, as a kind and a sentence. `url` is free of secrets. */
export function hgFailure(stderr: string, url: string, hasCredentials: boolean): ImportFailure {
  const detail = stderr.trim().slice(-2000);
  const says = (pattern: RegExp) => pattern.test(stderr);
  const ssh = sshFailure(stderr, url);
  if (ssh !== null) return ssh;
  if (says(/authorization (required|failed)|http authorization|error 40[13]/i)) {
    return new ImportFailure(
      'auth',
      hasCredentials
        ? `The user name or the password was refused by ${url}. Check both and enter them again.`
        : `${url} needs a user name and a password. Enter them to go on.`,
      detail,
    );
  }
  const network = networkFailure(stderr, url) ?? certificateFailure(stderr, url);
  if (network !== null) return network;
  if (says(/requires features unknown|unknown requirement|repository requires/i)) {
    return new ImportFailure(
      'broken_source',
      `The repository at ${url} uses a feature that this machine's Mercurial does not know. Install a newer Mercurial and start the import again.`,
      detail,
    );
  }
  if (
    says(
      /not found|does not appear to be an hg repository|no such file|no suitable response|error 404|not a mercurial/i,
    )
  ) {
    return new ImportFailure(
      'not_found',
      `No Mercurial repository was found at ${url}. Check the address and try again.`,
      detail,
    );
  }
  return new ImportFailure(
    'broken_source',
    `Mercurial could not read ${url}. The log has its message; check that "hg verify" finds no fault in the source.`,
    detail,
  );
}
