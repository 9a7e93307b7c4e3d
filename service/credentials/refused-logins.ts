import type { FailureData } from '../failures/failure.ts';
import type { Credentials } from '../vocabulary/credentials.ts';

/** What is told of a login that a server does not know, of a wrong password, and of one that was not shown it again. */
const REFUSED = new Set([
  'credentials.login_refused',
  'import.login_refused_before',
  'subversion.login_refused',
  'tfvc.login_refused',
  'tfvc.token_refused',
  'tfvc.windows_refused',
]);

/**
 * What servers said to logins, in memory only: one that is tried again and again with a wrong password locks the account. One that was
 * let in once may be refused at another repository for reasons of its own.
 */
export class RefusedLogins {
  readonly #answers = new Map<string, 'refused' | 'let in'>();

  letIn(address: string, credentials: Credentials | null): void {
    const login = loginOf(address, credentials);
    if (login !== null) this.#answers.set(login, 'let in');
  }

  refused(address: string, credentials: Credentials | null): void {
    const login = loginOf(address, credentials);
    if (login !== null && !this.#answers.has(login)) this.#answers.set(login, 'refused');
  }

  /** @returns the server that has refused the login, and let nobody in with it; else null */
  refuserOf(address: string, credentials: Credentials | null): string | null {
    const login = loginOf(address, credentials);
    return login !== null && this.#answers.get(login) === 'refused' ? new URL(address).host : null;
  }

  /** A person wants them tried, whatever servers said before. */
  forgive(): void {
    this.#answers.clear();
  }
}

/** Whether a server did not take the login; what else failed says nothing of it. */
export function saysRefused({ key }: Pick<FailureData, 'key'>): boolean {
  return REFUSED.has(key);
}

/** @returns a login at a server, to tell it from others; null where no login or no server is asked */
export function loginOf(address: string, credentials: Credentials | null): string | null {
  if (credentials === null || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return JSON.stringify([protocol, host, credentials]);
}
