/** Holds off guessing: too many bad logins for one account from one address are refused for a while. */

/** Bad logins until they are refused. */
export const MOST_BAD_LOGINS = 10;
/** Bad logins of one address over all accounts. */
export const MOST_BAD_LOGINS_OF_ADDRESS = 100;
/** How long bad logins are remembered, and how long they are refused after the last, in milliseconds. */
export const HELD_OFF_MS = 5 * 60_000;
/** Most names remembered at once. */
const MOST_REMEMBERED = 10_000;

interface Attempts {
  count: number;
  last: number;
}

export class LoginAttempts {
  readonly #attempts = new Map<string, Attempts>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether logins of this name from this address are refused now, right or wrong. */
  refused(login: string, address: string): boolean {
    return (
      this.#count(pair(login, address)) >= MOST_BAD_LOGINS || this.#count(alone(address)) >= MOST_BAD_LOGINS_OF_ADDRESS
    );
  }

  failed(login: string, address: string): void {
    for (const key of [pair(login, address), alone(address)]) {
      const count = this.#count(key) + 1;
      this.#attempts.delete(key);
      if (this.#attempts.size >= MOST_REMEMBERED) this.#forgetOldest();
      this.#attempts.set(key, { count, last: this.#now() });
    }
  }

  succeeded(login: string, address: string): void {
    this.#attempts.delete(pair(login, address));
  }

  #count(key: string): number {
    const attempts = this.#attempts.get(key);
    if (attempts === undefined) return 0;
    if (this.#now() - attempts.last < HELD_OFF_MS) return attempts.count;
    this.#attempts.delete(key);
    return 0;
  }

  #forgetOldest(): void {
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }
}

function pair(login: string, address: string): string {
  return `${login.toLowerCase().slice(0, 100)} ${address}`;
}

function alone(address: string): string {
  return address;
}
