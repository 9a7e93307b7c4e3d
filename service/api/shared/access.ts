/** Who may call an operation, and with which scopes a token may. Every operation's definition names one of these. */

export interface Access {
  /**
   * - `public`: no Authorization header is read
   * - `anybody`: with or without an account
   * - `account`: a password, or a token with one of the scopes
   * - `password`: tokens are refused (service.md "Authentication", rule 1)
   */
  readonly who: 'public' | 'anybody' | 'account' | 'password';
  /** Scopes of which a token needs one; none: any token will do. */
  readonly scopes: readonly string[];
  /** A one-time password is needed where the account has two factors (service.md, rule 2). */
  readonly oneTime: boolean;
  /** In the window the password must have been given in the last minutes. */
  readonly confirm: boolean;
}

/** A password, or a token with one of the scopes; without scopes any token. */
export function account(...scopes: string[]): Access {
  return { who: 'account', scopes, oneTime: false, confirm: false };
}

export const PUBLIC: Access = { who: 'public', scopes: [], oneTime: false, confirm: false };
export const ANYBODY: Access = { ...PUBLIC, who: 'anybody' };
export const ANY_ACCOUNT: Access = account();
export const REPOSITORY: Access = account('public_repo', 'repo');
export const INSTALLATION: Access = account('site_admin');
export const APPLICATIONS: Access = { ...account('user'), confirm: true };
export const PASSWORD: Access = { who: 'password', scopes: [], oneTime: false, confirm: true };
export const PASSWORD_ONCE: Access = { ...PASSWORD, oneTime: true };
/** Gives its own password with the request. */
export const OWN_PASSWORD: Access = { ...PASSWORD_ONCE, confirm: false };
