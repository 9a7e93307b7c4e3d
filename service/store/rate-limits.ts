import type { Store } from './open.ts';

export interface RateWindowRow {
  /** `account:<id>` or `address:<ip>`. */
  caller: string;
  category: string;
  /** Seconds since 1970. */
  window_ends: number;
  used: number;
}

export interface RateMinuteRow {
  caller: string;
  /** Minutes since 1970. */
  minute: number;
  used: number;
}

/** Statements on `rate_limits` and `rate_history`. */
export class RateLimitTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Windows that are still open at `now` (seconds). */
  windows(now: number): RateWindowRow[] {
    return this.#store.sql<RateWindowRow>('SELECT * FROM rate_limits WHERE window_ends > @now').all({ now });
  }

  minutes(since: number): RateMinuteRow[] {
    return this.#store.sql<RateMinuteRow>('SELECT * FROM rate_history WHERE minute > @since').all({ since });
  }

  /** Writes what changed and forgets what is over, in one transaction. */
  save(windows: readonly RateWindowRow[], minutes: readonly RateMinuteRow[], now: number, since: number): void {
    const write = () => {
      for (const row of windows) {
        this.#store
          .sql(
            `INSERT INTO rate_limits (caller, category, window_ends, used) VALUES (@caller, @category, @window_ends, @used)
             ON CONFLICT (caller, category) DO UPDATE SET window_ends = excluded.window_ends, used = excluded.used`,
          )
          .run({ ...row });
      }
      for (const row of minutes) {
        this.#store
          .sql(
            `INSERT INTO rate_history (caller, minute, used) VALUES (@caller, @minute, @used)
             ON CONFLICT (caller, minute) DO UPDATE SET used = excluded.used`,
          )
          .run({ ...row });
      }
      this.#store.sql('DELETE FROM rate_limits WHERE window_ends <= @now').run({ now });
      this.#store.sql('DELETE FROM rate_history WHERE minute <= @since').run({ since });
    };
    this.#store.relaxed(() => this.#store.transaction(write));
  }
}
