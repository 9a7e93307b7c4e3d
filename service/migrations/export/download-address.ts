/** Addresses that give an archive to whoever holds them, for five minutes. */
import type { SecretBox } from '../../accounts/secret-box.ts';

/** How long an address is valid, in seconds. */
const VALID_SECONDS = 300;
/** How far a clock may go back while an address is valid, in seconds. */
const SLACK_SECONDS = 60;
const CONTEXT = 'download of an archive';

export class DownloadAddresses {
  readonly #secrets: SecretBox;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(secrets: SecretBox, now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** `<base>/archives/<guid>.tar.gz?expires=...&signature=...` */
  make(base: string, guid: string): string {
    const expires = String(Math.floor(this.#now() / 1000) + VALID_SECONDS);
    const signature = this.#secrets.sign(`${guid} ${expires}`, CONTEXT);
    return `${base}/archives/${guid}.tar.gz?${new URLSearchParams({ expires, signature })}`;
  }

  /** Whether an address was made here and is still valid. */
  isValid(guid: string, expires: string, signature: string): boolean {
    const left = Number(expires) - this.#now() / 1000;
    // More than its whole time is left: it was made while the clock was ahead.
    if (!/^\d{1,12}$/.test(expires) || left < 0 || left > VALID_SECONDS + SLACK_SECONDS) return false;
    return this.#secrets.isSigned(`${guid} ${expires}`, CONTEXT, signature);
  }
}
