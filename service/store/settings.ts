import type { Store } from './open.ts';

/** Statements on `settings`: JSON by name. */
export class SettingsTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined for one that was never set. */
  get(name: string): unknown {
    const row = this.#store.sql<{ value: string }>('SELECT value FROM settings WHERE name = @name').get({ name });
    return row === undefined ? undefined : JSON.parse(row.value);
  }

  set(name: string, value: unknown): void {
    this.#store
      .sql(
        `INSERT INTO settings (name, value) VALUES (@name, @value)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      .run({ name, value: JSON.stringify(value) });
  }
}
