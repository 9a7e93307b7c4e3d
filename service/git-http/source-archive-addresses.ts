/**
 * Addresses that give the files of one commit to whoever holds them, for five minutes: the original answers `tarball` and
 * `zipball` with such an address, and go-github takes no other answer.
 */
import type { SecretBox } from '../accounts/secret-box.ts';
import type { ArchiveFormat } from './source-archives.ts';

/** How long an address is valid, in seconds. */
const VALID_SECONDS = 300;
/** How far a clock may go back while an address is valid, in seconds. */
const SLACK_SECONDS = 60;
const CONTEXT = 'files of a commit';
const ENDS: Record<ArchiveFormat, string> = { tarball: 'tar.gz', zipball: 'zip' };

/** What an address gives. */
export interface SourceArchive {
  repositoryId: number;
  /** A whole id. */
  commit: string;
  format: ArchiveFormat;
  /** Id of the account that was given the address. */
  accountId: number;
}

export class SourceArchiveAddresses {
  readonly #secrets: SecretBox;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(secrets: SecretBox, now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** `<base>/source_archives/<repository id>/<commit>.tar.gz?account=...&expires=...&signature=...` */
  make(base: string, archive: SourceArchive): string {
    const expires = String(Math.floor(this.#now() / 1000) + VALID_SECONDS);
    const account = String(archive.accountId);
    const signature = this.#secrets.sign(claimOf(archive, expires), CONTEXT);
    return `${base}/source_archives/${nameOf(archive)}?${new URLSearchParams({ account, expires, signature })}`;
  }

  /** Whether an address was made here and is still valid. */
  isValid(archive: SourceArchive, expires: string, signature: string): boolean {
    const left = Number(expires) - this.#now() / 1000;
    // More than its whole time is left: it was made while the clock was ahead.
    if (!/^\d{1,12}$/.test(expires) || left < 0 || left > VALID_SECONDS + SLACK_SECONDS) return false;
    return this.#secrets.isSigned(claimOf(archive, expires), CONTEXT, signature);
  }
}

function nameOf({ repositoryId, commit, format }: SourceArchive): string {
  return `${repositoryId}/${commit}.${ENDS[format]}`;
}

function claimOf(archive: SourceArchive, expires: string): string {
  return `${nameOf(archive)} ${archive.accountId} ${expires}`;
}
