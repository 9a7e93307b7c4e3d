import { createHmac, randomBytes } from 'node:crypto';
import type { AccountRow } from '../store/accounts.ts';
import type { TokenRow } from '../store/tokens.ts';
import type { Accounts } from './accounts.ts';
import type { LoginAttempts, LoginOrigin } from './login-attempts.ts';
import { hashPassword, PASSWORD_COST, verifyPassword } from './passwords.ts';
import type { Tokens } from './tokens.ts';
import type { TwoFactor } from './two-factor.ts';

/** How long a verified password is remembered, in milliseconds. */
const REMEMBERED_MS = 5 * 60_000;
/** Most passwords remembered at once. */
const MOST_REMEMBERED = 1000;
/** A token as `tokens.ts` makes them. */
const TOKEN = /^[\da-f]{40}$/;

/** The account of a request and what proved it, or why there is none. */
export type SignIn =
  | { kind: 'password'; account: AccountRow }
  | { kind: 'token'; account: AccountRow; token: TokenRow }
  | { kind: 'anonymous' }
  | { kind: 'bad_credentials' }
  | { kind: 'too_many_attempts' };

/** What a one-time password, or its absence, leads to. */
export type OneTimeCheck = 'right' | 'missing' | 'wrong' | 'used' | 'too_many_attempts';

/** Finds out who sends a request. */
export class SignInDesk {
  readonly #accounts: Accounts;
  readonly #tokens: Tokens;
  readonly #twoFactor: TwoFactor;
  readonly #attempts: LoginAttempts;
  readonly #elapsed: () => number;
  readonly #passwordCost: number;
  /** Keys are HMACs under a key of this process: nothing in memory gives a password away. */
  readonly #verified = new Map<string, number>();
  readonly #key = randomBytes(32);
  #decoy: Promise<string> | null = null;

  constructor(rooms: {
    accounts: Accounts;
    tokens: Tokens;
    twoFactor: TwoFactor;
    attempts: LoginAttempts;
    /** Milliseconds since some moment of this run, whatever the clock says. */
    elapsed: () => number;
    /** scrypt's N of new passwords, which a login that nobody has costs too. */
    passwordCost?: number | undefined;
  }) {
    this.#accounts = rooms.accounts;
    this.#tokens = rooms.tokens;
    this.#twoFactor = rooms.twoFactor;
    this.#attempts = rooms.attempts;
    this.#elapsed = rooms.elapsed;
    this.#passwordCost = rooms.passwordCost ?? PASSWORD_COST;
  }

  /**
   * Reads an `Authorization` header: Basic (RFC 7617) with a password or a token, `token X` or `Bearer X`;
   * the scheme in any case.
   */
  async account(authorization: string | null, origin: LoginOrigin): Promise<SignIn> {
    if (authorization === null || authorization.trim() === '') return { kind: 'anonymous' };
    const [, scheme = '', rest = ''] = /^([a-z]+) +(\S+) *$/i.exec(authorization) ?? [];
    if (/^(token|bearer)$/i.test(scheme)) return this.#byToken(rest) ?? { kind: 'bad_credentials' };
    if (!/^basic$/i.test(scheme)) return { kind: 'bad_credentials' };
    const decoded = Buffer.from(rest, 'base64').toString('utf8');
    const colon = decoded.indexOf(':');
    if (colon < 0) return { kind: 'bad_credentials' };
    const login = decoded.slice(0, colon);
    const password = decoded.slice(colon + 1);
    const byToken = this.#byBasicToken(login, password);
    return byToken ?? this.password(login, password, origin);
  }

  /** Checks a login and its password. Bad ones are counted. */
  async password(login: string, password: string, origin: LoginOrigin): Promise<SignIn> {
    if (this.#attempts.refused(login, origin)) return { kind: 'too_many_attempts' };
    const account = this.#accounts.byLogin(login);
    if (account === undefined || account.password_hash === null) {
      // Costs as much as a wrong password, so that the time does not tell which logins exist.
      this.#decoy ??= hashPassword('decoy', this.#passwordCost);
      await verifyPassword(password, await this.#decoy);
    } else if (await this.#verify(account, account.password_hash, password)) {
      // Requests that were sent while the last guesses were checked gain nothing by it.
      if (this.#attempts.refused(login, origin)) return { kind: 'too_many_attempts' };
      if (!this.#twoFactor.isOn(account.id)) this.#attempts.succeeded(login, origin);
      return { kind: 'password', account };
    }
    // Of guesses that were sent at once, only the first ones hear whether they were right.
    if (this.#attempts.refused(login, origin)) return { kind: 'too_many_attempts' };
    this.#attempts.failed(login, origin);
    return { kind: 'bad_credentials' };
  }

  /**
   * Checks the one-time password of an account that signs in with two factors, and uses it up.
   * Wrong ones are counted as bad logins are.
   * @param recovery whether a recovery code is taken too
   */
  oneTimePassword(account: AccountRow, code: string | null, origin: LoginOrigin, recovery: boolean): OneTimeCheck {
    if (!this.#twoFactor.isOn(account.id)) return 'right';
    if (this.#attempts.refused(account.login, origin)) return 'too_many_attempts';
    if (code === null || code.trim() === '') return 'missing';
    const checked = recovery
      ? this.#twoFactor.checkWithRecovery(account.id, code)
      : this.#twoFactor.check(account.id, code);
    if (checked === 'wrong') this.#attempts.failed(account.login, origin);
    if (checked === 'right') this.#attempts.succeeded(account.login, origin);
    return checked;
  }

  #byToken(text: string): SignIn | null {
    const token = TOKEN.test(text) ? this.#tokens.find(text) : undefined;
    const account = token === undefined ? undefined : this.#accounts.byId(token.account_id);
    return token === undefined || account === undefined ? null : { kind: 'token', account, token };
  }

  /** A token in place of the password, or of the login with nothing or `x-oauth-basic` as the password. */
  #byBasicToken(login: string, password: string): SignIn | null {
    if (TOKEN.test(password)) {
      const found = this.#byToken(password);
      if (found?.kind === 'token' && found.account.login.toLowerCase() === login.toLowerCase()) return found;
    }
    return password === '' || password === 'x-oauth-basic' ? this.#byToken(login) : null;
  }

  async #verify(account: AccountRow, hash: string, password: string): Promise<boolean> {
    const key = createHmac('sha256', this.#key).update(`${account.id}\0${hash}\0${password}`).digest('base64');
    const until = this.#verified.get(key);
    if (until !== undefined && until > this.#elapsed()) return true;
    this.#verified.delete(key);
    if (!(await verifyPassword(password, hash))) return false;
    if (this.#verified.size >= MOST_REMEMBERED) this.#verified.clear();
    this.#verified.set(key, this.#elapsed() + REMEMBERED_MS);
    return true;
  }
}
