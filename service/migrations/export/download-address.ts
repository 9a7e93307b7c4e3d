/** Addresses that give an archive to whoever holds them, for five minutes. */
import type { SecretBox } from '../../accounts/secret-box.ts';

/** How long an address is valid, in seconds. */
const VALID_SECONDS = 300;
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
    if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < this.#now()) return false;
    return this.#secrets.isSigned(`${guid} ${expires}`, CONTEXT, signature);
  }
}
