/** One-time passwords by time (RFC 6238, six digits, 30 seconds) and recovery codes. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Log } from '../log.ts';
import type { Store } from '../store/open.ts';
import { type TwoFactorRow, TwoFactorTable } from '../store/two-factor.ts';
import type { SecretBox } from './secret-box.ts';
import { hashSecret } from './tokens.ts';

const STEP_SECONDS = 30;
/** Steps before and after now whose codes are taken: clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 16 characters out of 32: 80 bits, too many to try out against a stolen hash. Without characters that look alike. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** What a code proved: `used` is right but was taken before. */
export type CodeCheck = 'right' | 'wrong' | 'used';

export class TwoFactor {
  readonly #table: TwoFactorTable;
  readonly #box: SecretBox;
  readonly #now: () => number;
  readonly #log: Log;

  /** @param now milliseconds since 1970 */
  constructor(store: Store, box: SecretBox, now: () => number, log: Log) {
    this.#table = new TwoFactorTable(store);
    this.#box = box;
    this.#now = now;
    this.#log = log;
  }

  isOn(accountId: number): boolean {
    return this.#table.of(accountId)?.enabled_at != null;
  }

  /**
   * Makes a secret that waits for its first code.
   * @returns null when two-factor is on already
   */
  begin(account: { id: number; login: string }): { secret: string; otpauth_url: string } | null {
    if (this.isOn(account.id)) return null;
    const secret = new Secret({ size: SECRET_BYTES });
    this.#table.begin(account.id, this.#box.close(secret.base32, contextOf(account.id)));
    return { secret: secret.base32, otpauth_url: generator(secret, account.login).toString() };
  }

  /**
   * Switches two-factor on.
   * @returns the recovery codes, which are shown once; null when the code is wrong or nothing waits for one
   */
  confirm(accountId: number, code: string): string[] | null {
    const row = this.#table.of(accountId);
    if (row === undefined || row.enabled_at !== null) return null;
    const step = this.#stepOf(row, code);
    if (step === null) return null;
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    this.#table.enable(accountId, JSON.stringify(codes.map((code) => hashSecret(plainCode(code)))), step);
    return codes;
  }

  /** Checks a code of the authenticator, which is used up by it. */
  check(accountId: number, code: string): CodeCheck {
    const row = this.#table.of(accountId);
    if (row === undefined || row.enabled_at === null) return 'wrong';
    const step = this.#stepOf(row, code);
    if (step === null) return 'wrong';
    // A code of a clock that was ahead must not use up all codes until that time comes.
    const latest = Math.floor(this.#now() / 1000 / STEP_SECONDS) + WINDOW;
    if (step <= row.last_step && row.last_step <= latest) return 'used';
    this.#table.setLastStep(accountId, step);
    return 'right';
  }

  /** Time step of the last code that was used up. */
  lastStep(accountId: number): number {
    return this.#table.of(accountId)?.last_step ?? 0;
  }

  /** Makes a code usable again that a failed request used up, unless another was used since. */
  giveBack(accountId: number, used: number, before: number): void {
    if (this.lastStep(accountId) === used) this.#table.setLastStep(accountId, before);
  }

  /** As `check`, but takes a recovery code too; that one is gone then. */
  checkWithRecovery(accountId: number, code: string): CodeCheck {
    const checked = this.check(accountId, code);
    if (checked !== 'wrong') return checked;
    const row = this.#table.of(accountId);
    if (row === undefined || row.enabled_at === null) return 'wrong';
    const hash = hashSecret(plainCode(code));
    const left = JSON.parse(row.recovery_codes) as string[];
    const rest = left.filter((code) => !timingSafeEqual(Buffer.from(code, 'hex'), Buffer.from(hash, 'hex')));
    if (rest.length === left.length) return 'wrong';
    this.#table.setRecoveryCodes(accountId, JSON.stringify(rest));
    return 'right';
  }

  remove(accountId: number): void {
    this.#table.delete(accountId);
  }

  /** The time step that a code belongs to, or null. */
  #stepOf(row: TwoFactorRow, code: string): number | null {
    const digits = code.replaceAll(' ', '');
    if (!/^\d{6}$/.test(digits)) return null;
    let secret: string;
    try {
      secret = this.#box.open(row.secret, contextOf(row.account_id));
    } catch {
      this.#log(
        'error',
        'A two-factor secret cannot be read: the file secrets.key of the data folder is missing or was replaced. Put it back, or sign in with a recovery code.',
      );
      return null;
    }
    const timestamp = this.#now();
    const delta = generator(Secret.fromBase32(secret), '').validate({ token: digits, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
  }
}

function contextOf(accountId: number): string {
  return `two-factor:${accountId}`;
}

function generator(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'Gantry', label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });
}

function newRecoveryCode(): string {
  const characters = Array.from({ length: 16 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** A recovery code as it is hashed: people type it with spaces and in capitals. */
function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z\d]/g, '');
}
