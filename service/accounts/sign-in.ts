import { createHmac, randomBytes } from 'node:crypto';
import type { AccountRow } from '../store/accounts.ts';
import type { Accounts } from './accounts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** How long a verified password is remembered, in milliseconds. */
const REMEMBERED_MS = 5 * 60_000;
/** Most passwords remembered at once. */
const MOST_REMEMBERED = 1000;

/** The account of a request, or why there is none. */
export type SignIn = { kind: 'account'; account: AccountRow } | { kind: 'anonymous' } | { kind: 'bad_credentials' };

/** Finds out who sends a request. */
export class SignInDesk {
  readonly #accounts: Accounts;
  /** Keys are HMACs under a key of this process: nothing in memory gives a password away. */
  readonly #verified = new Map<string, number>();
  readonly #key = randomBytes(32);
  #decoy: Promise<string> | null = null;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /**
   * Reads an `Authorization` header.
   * Basic only (RFC 7617; the scheme in any case).
   */
  async account(authorization: string | null): Promise<SignIn> {
    if (authorization === null || authorization.trim() === '') return { kind: 'anonymous' };
    const basic = /^basic +([a-z\d+/=]+) *$/i.exec(authorization);
    const decoded = basic?.[1] === undefined ? '' : Buffer.from(basic[1], 'base64').toString('utf8');
    const colon = decoded.indexOf(':');
    if (colon < 0) return { kind: 'bad_credentials' };
    const account = this.#accounts.table.byLogin(decoded.slice(0, colon));
    const password = decoded.slice(colon + 1);
    if (account === undefined || account.password_hash === null) {
      // Costs as much as a wrong password, so that the time does not tell which logins exist.
      this.#decoy ??= hashPassword('decoy');
      await verifyPassword(password, await this.#decoy);
      return { kind: 'bad_credentials' };
    }
    return (await this.#verify(account, account.password_hash, password))
      ? { kind: 'account', account }
      : { kind: 'bad_credentials' };
  }

  async #verify(account: AccountRow, hash: string, password: string): Promise<boolean> {
    const key = createHmac('sha256', this.#key).update(`${account.id}\0${hash}\0${password}`).digest('base64');
    const until = this.#verified.get(key);
    if (until !== undefined && until > Date.now()) return true;
    this.#verified.delete(key);
    if (!(await verifyPassword(password, hash))) return false;
    if (this.#verified.size >= MOST_REMEMBERED) this.#verified.clear();
    this.#verified.set(key, Date.now() + REMEMBERED_MS);
    return true;
  }
}
