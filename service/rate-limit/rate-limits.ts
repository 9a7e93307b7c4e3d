/** Counts requests. Counters live in memory and are written behind, at most once a second. */
import type { Log } from '../log.ts';
import type { RateLimitTable, RateMinuteRow, RateWindowRow } from '../store/rate-limits.ts';
import { type Allowances, CATEGORIES, type Category } from './categories.ts';

/** How long changes may stay in memory only, in milliseconds: what a crash may forget. */
const WRITE_BEHIND_MS = 1000;
/** Minutes that the history covers. */
const HISTORY_MINUTES = 60;

/** Who requests are counted for: `account:<id>` or `address:<ip>`. */
export type RateCaller = `account:${number}` | `address:${string}`;

export interface RateReading {
  category: Category;
  limit: number;
  used: number;
  remaining: number;
  /** Seconds since 1970. */
  reset: number;
}

export class RateLimits {
  readonly #table: RateLimitTable;
  readonly #allowances: Allowances;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #log: Log;
  /** By caller and category, joined by a space. */
  readonly #windows = new Map<string, RateWindowRow>();
  /** By caller, then by minute. */
  readonly #history = new Map<string, Map<number, number>>();
  readonly #dirtyWindows = new Set<string>();
  readonly #dirtyMinutes = new Map<string, RateMinuteRow>();
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param now milliseconds since 1970
   * @param changed told at most once a second that counters moved
   */
  constructor(table: RateLimitTable, allowances: Allowances, now: () => number, changed: () => void, log: Log) {
    this.#table = table;
    this.#allowances = allowances;
    this.#now = now;
    this.#changed = changed;
    this.#log = log;
    for (const row of table.windows(this.#seconds())) {
      const key = `${row.caller} ${row.category}`;
      this.#windows.set(key, row);
      if (this.#shorten(row)) this.#dirtyWindows.add(key);
    }
    for (const { caller, minute, used } of table.minutes(this.#firstMinute() - 1)) {
      this.#minutesOf(caller).set(minute, used);
    }
  }

  /**
   * Counts one request, unless the caller has none left.
   * @returns the reading after it; `allowed` false when it was refused
   */
  take(caller: RateCaller, category: Category): RateReading & { allowed: boolean } {
    const window = this.#window(caller, category);
    const limit = this.#limit(caller, category);
    const allowed = window.used < limit;
    if (allowed) this.#add(window, category, 1);
    return { ...this.#read(window, category, limit), allowed };
  }

  /** Takes a counted request back: it changed nothing for the caller (304). */
  giveBack(caller: RateCaller, category: Category): RateReading {
    const window = this.#window(caller, category);
    if (window.used > 0) this.#add(window, category, -1);
    return this.#read(window, category, this.#limit(caller, category));
  }

  /** A reading that counts nothing. It opens the window, so that its end stays the same while it lasts. */
  reading(caller: RateCaller, category: Category): RateReading {
    return this.#read(this.#window(caller, category), category, this.#limit(caller, category));
  }

  readings(caller: RateCaller): Record<Category, RateReading> {
    const entries = CATEGORIES.map((category) => [category, this.reading(caller, category)] as const);
    return Object.fromEntries(entries) as Record<Category, RateReading>;
  }

  /** Core requests in each of the last 60 minutes, oldest first. `minute` is seconds since 1970. */
  history(caller: RateCaller): { minute: number; used: number }[] {
    const minutes = this.#history.get(caller);
    const first = this.#firstMinute();
    return Array.from({ length: HISTORY_MINUTES }, (_, index) => ({
      minute: (first + index) * 60,
      used: minutes?.get(first + index) ?? 0,
    }));
  }

  /** Writes what is still in memory only. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#write();
  }

  #window(caller: RateCaller, category: Category): RateWindowRow {
    const key = `${caller} ${category}`;
    const known = this.#windows.get(key);
    const now = this.#seconds();
    if (known !== undefined) this.#shorten(known);
    if (known !== undefined && known.window_ends > now) return known;
    const opened = { caller, category, window_ends: now + this.#allowances[category].window, used: 0 };
    this.#windows.set(key, opened);
    return opened;
  }

  /** A clock that was ahead once has put the end too far away. @returns whether it had */
  #shorten(window: RateWindowRow): boolean {
    const latest = this.#seconds() + this.#allowances[window.category as Category].window;
    if (window.window_ends <= latest) return false;
    window.window_ends = latest;
    return true;
  }

  #limit(caller: RateCaller, category: Category): number {
    return this.#allowances[category][caller.startsWith('account:') ? 'account' : 'address'];
  }

  #read(window: RateWindowRow, category: Category, limit: number): RateReading {
    return { category, limit, used: window.used, remaining: limit - window.used, reset: window.window_ends };
  }

  #add(window: RateWindowRow, category: Category, count: 1 | -1): void {
    window.used += count;
    this.#dirtyWindows.add(`${window.caller} ${category}`);
    if (category === 'core') {
      const minute = Math.floor(this.#now() / 60_000);
      const minutes = this.#minutesOf(window.caller);
      const used = Math.max(0, (minutes.get(minute) ?? 0) + count);
      minutes.set(minute, used);
      this.#dirtyMinutes.set(`${window.caller} ${minute}`, { caller: window.caller, minute, used });
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      try {
        this.#write();
      } catch (error) {
        // A full disk must not end the service; the counters go on in memory.
        this.#log('warning', `The rate limit's counters could not be written: ${(error as Error).message}`);
      }
      this.#changed();
    }, WRITE_BEHIND_MS).unref();
  }

  #write(): void {
    const now = this.#seconds();
    const since = this.#firstMinute() - 1;
    for (const [key, window] of this.#windows) if (window.window_ends <= now) this.#windows.delete(key);
    for (const [caller, minutes] of this.#history) {
      for (const minute of minutes.keys()) if (minute <= since) minutes.delete(minute);
      if (minutes.size === 0) this.#history.delete(caller);
    }
    const windows = [...this.#dirtyWindows].flatMap((key) => this.#windows.get(key) ?? []);
    const minutes = [...this.#dirtyMinutes.values()];
    this.#dirtyWindows.clear();
    this.#dirtyMinutes.clear();
    if (windows.length + minutes.length > 0) this.#table.save(windows, minutes, now, since);
  }

  #minutesOf(caller: string): Map<number, number> {
    const known = this.#history.get(caller);
    if (known !== undefined) return known;
    const minutes = new Map<number, number>();
    this.#history.set(caller, minutes);
    return minutes;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  #firstMinute(): number {
    return Math.floor(this.#now() / 60_000) - HISTORY_MINUTES + 1;
  }
}
