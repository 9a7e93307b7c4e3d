import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface TwoFactorRow {
  account_id: number;
  /** Encrypted; see `accounts/secret-box.ts`. */
  secret: string;
  /** Null while no code has confirmed the enrolment. */
  enabled_at: string | null;
  /** Time step of the last code that was used up. */
  last_step: number;
  /** JSON array of SHA-256 hashes of the recovery codes that are left. */
  recovery_codes: string;
}

/** Statements on `two_factor`. */
export class TwoFactorTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  of(accountId: number): TwoFactorRow | undefined {
    return this.#store.sql<TwoFactorRow>('SELECT * FROM two_factor WHERE account_id = @accountId').get({ accountId });
  }

  /** A secret that waits for its first code; replaces one that waited before. */
  begin(accountId: number, secret: string): void {
    this.#store
      .sql(
        `INSERT INTO two_factor (account_id, secret) VALUES (@accountId, @secret)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE enabled_at IS NULL`,
      )
      .run({ accountId, secret });
  }

  enable(accountId: number, recoveryCodes: string, lastStep: number): void {
    this.#store
      .sql(
        `UPDATE two_factor SET enabled_at = @now, recovery_codes = @recoveryCodes, last_step = @lastStep
         WHERE account_id = @accountId`,
      )
      .run({ accountId, recoveryCodes, lastStep, now: timestamp() });
  }

  setLastStep(accountId: number, lastStep: number): void {
    this.#store
      .sql('UPDATE two_factor SET last_step = @lastStep WHERE account_id = @accountId')
      .run({ accountId, lastStep });
  }

  setRecoveryCodes(accountId: number, recoveryCodes: string): void {
    this.#store
      .sql('UPDATE two_factor SET recovery_codes = @recoveryCodes WHERE account_id = @accountId')
      .run({ accountId, recoveryCodes });
  }

  delete(accountId: number): void {
    this.#store.sql('DELETE FROM two_factor WHERE account_id = @accountId').run({ accountId });
  }
}
