/**
 * Holds off guessing by account, wherever it comes from, and over all accounts by where it comes from: who guesses elsewhere
 * shall not lock everybody out. The window has counts of its own, so that guesses of programs never lock its owner out.
 */

/** Bad logins of one account before the next is held off. */
export const MOST_BAD_LOGINS = 10;
/** Bad logins over all accounts, from one address or from the window. */
export const MOST_BAD_LOGINS_OF_ALL = 100;
/** How long the first login too many is held off, in milliseconds; each further bad one doubles it. */
export const FIRST_HOLD_MS = 30_000;
export const LONGEST_HOLD_MS = 15 * 60_000;
/** A person who sits at the window never waits longer, in milliseconds. */
export const LONGEST_WINDOW_HOLD_MS = 30_000;
/** One bad login is forgotten in this time, in milliseconds. A good one from a program takes none back: guesses could hide between them. */
const FORGET_MS = 10 * 60_000;
const FORGET_OF_ALL_MS = 60_000;
/** Most names remembered at once. */
const MOST_REMEMBERED = 10_000;

/** Where a login comes from: the window, or a program at an address (`Sender`). */
export type LoginOrigin = 'window' | { address: string };

interface Attempts {
  count: number;
  /** Milliseconds as `elapsed` counts them. */
  last: number;
}

export class LoginAttempts {
  readonly #attempts = new Map<string, Attempts>();
  readonly #elapsed: () => number;

  /** @param elapsed milliseconds since some moment of this run: a clock that is put forward or back changes no hold */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Whether logins of this name are refused now, right or wrong. */
  refused(login: string, origin: LoginOrigin): boolean {
    return (
      this.#isHeld(keyOf(login, origin), MOST_BAD_LOGINS, FORGET_MS, origin) ||
      this.#isHeld(placeOf(origin), MOST_BAD_LOGINS_OF_ALL, FORGET_OF_ALL_MS, origin)
    );
  }

  failed(login: string, origin: LoginOrigin): void {
    this.#count(keyOf(login, origin), FORGET_MS);
    this.#count(placeOf(origin), FORGET_OF_ALL_MS);
  }

  succeeded(login: string, origin: LoginOrigin): void {
    if (origin === 'window') this.#attempts.delete(keyOf(login, origin));
  }

  #isHeld(key: string, free: number, forgetMs: number, origin: LoginOrigin): boolean {
    const attempts = this.#read(key, forgetMs);
    if (attempts === undefined || attempts.count < free) return false;
    const longest = origin === 'window' ? LONGEST_WINDOW_HOLD_MS : LONGEST_HOLD_MS;
    return this.#elapsed() - attempts.last < Math.min(longest, FIRST_HOLD_MS * 2 ** (attempts.count - free));
  }

  #count(key: string, forgetMs: number): void {
    const count = (this.#read(key, forgetMs)?.count ?? 0) + 1;
    this.#attempts.delete(key);
    if (this.#attempts.size >= MOST_REMEMBERED) this.#forgetOldest();
    this.#attempts.set(key, { count, last: this.#elapsed() });
  }

  #read(key: string, forgetMs: number): Attempts | undefined {
    const attempts = this.#attempts.get(key);
    if (attempts === undefined) return undefined;
    const count = attempts.count - Math.floor((this.#elapsed() - attempts.last) / forgetMs);
    if (count > 0) return { count, last: attempts.last };
    this.#attempts.delete(key);
    return undefined;
  }

  #forgetOldest(): void {
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }
}

function keyOf(login: string, origin: LoginOrigin): string {
  return `${origin === 'window' ? origin : 'program'} ${login.toLowerCase().slice(0, 100)}`;
}

function placeOf(origin: LoginOrigin): string {
  return origin === 'window' ? origin : `at ${origin.address}`;
}
