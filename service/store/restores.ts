import type { FailureData } from '../failures/failure.ts';
import { timestamp } from './clock.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';
import { UnwrittenEnds } from './unwritten-ends.ts';

export type RestoreState = 'pending' | 'restoring' | 'publishing' | 'restored' | 'failed';

export interface RestoreRow {
  id: number;
  guid: string;
  account_id: number;
  inspection_id: number | null;
  archive_path: string;
  state: RestoreState;
  failure: FailureData | null;
  /** JSON of `PublishPlan`, from state publishing on. */
  plan: string | null;
  /** JSON of `RestoreSummary`, in states publishing and restored. */
  summary: string | null;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
}

type Encoded = Omit<RestoreRow, 'failure'> & { failure: string | null };

/** Statements on `restores`. */
export class RestoreTable {
  readonly #store: Store;
  readonly #ends: UnwrittenEnds<Partial<RestoreRow>>;
  constructor(store: Store) {
    this.#store = store;
    this.#ends = new UnwrittenEnds(store.late);
  }

  #decode(row: Encoded): RestoreRow {
    return this.#ends.shown({ ...row, failure: decodeFailure(row.failure) });
  }

  byId(id: number): RestoreRow | undefined {
    const row = this.#store.sql<Encoded>('SELECT * FROM restores WHERE id = @id').get({ id });
    return row && this.#decode(row);
  }

  /** Newest first. */
  list(page: { limit: number; offset: number }): RestoreRow[] {
    return this.#store
      .sql<Encoded>('SELECT * FROM restores ORDER BY id DESC LIMIT @limit OFFSET @offset')
      .all({ ...page })
      .map((row) => this.#decode(row));
  }

  /** All that wait or work, and the `limit` that ended last. */
  recent(limit: number): RestoreRow[] {
    return this.#store
      .sql<Encoded>(
        `SELECT * FROM restores WHERE finished_at IS NULL OR id IN (
           SELECT id FROM restores WHERE finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT @limit)
         ORDER BY id DESC`,
      )
      .all({ limit })
      .map((row) => this.#decode(row));
  }

  /** The last that brought a repository. */
  lastOf(fullName: string): RestoreRow | undefined {
    const row = this.#store
      .sql<Encoded>(
        `SELECT * FROM restores WHERE state = 'restored' AND EXISTS (
           SELECT 1 FROM json_each(summary, '$.repositories') WHERE value = @fullName COLLATE NOCASE)
         ORDER BY id DESC LIMIT 1`,
      )
      .get({ fullName });
    return row && this.#decode(row);
  }

  count(): number {
    return this.#store.sql<{ n: number }>('SELECT count(*) AS n FROM restores').get()?.n ?? 0;
  }

  /** Oldest first. */
  inState(state: RestoreState): RestoreRow[] {
    return this.#store
      .sql<Encoded>('SELECT * FROM restores WHERE state = @state ORDER BY id')
      .all({ state })
      .map((row) => this.#decode(row))
      .filter((row) => row.state === state);
  }

  insert(restore: Pick<RestoreRow, 'guid' | 'account_id' | 'inspection_id' | 'archive_path'>): RestoreRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO restores (guid, account_id, inspection_id, archive_path, state, created_at, updated_at)
         VALUES (@guid, @account_id, @inspection_id, @archive_path, 'pending', @now, @now)`,
      )
      .run({ ...restore, now: timestamp() });
    return this.byId(id) as RestoreRow;
  }

  setState(id: number, state: 'pending' | 'restoring'): void {
    this.#store
      .sql('UPDATE restores SET state = @state, updated_at = @now WHERE id = @id')
      .run({ id, state, now: timestamp() });
    this.#ends.forget(id);
  }

  /** From here on the restore goes forward, whatever happens. */
  publish(id: number, plan: string, summary: string): void {
    this.#store
      .sql(
        `UPDATE restores SET state = 'publishing', plan = @plan, summary = @summary, updated_at = @now WHERE id = @id`,
      )
      .run({ id, plan, summary, now: timestamp() });
  }

  /**
   * What keeps one from its end that goes on at the next start. Where the disk takes nothing, this and how one failed are shown from
   * now on, and written when the disk takes it.
   */
  hindered(id: number, failure: FailureData): void {
    this.#ends.end(id, { failure }, () => {
      this.#store
        .sql('UPDATE restores SET failure = @failure, updated_at = @now WHERE id = @id')
        .run({ id, failure: encodeFailure(failure), now: timestamp() });
    });
  }

  /** As `finish`, of one that failed; see `hindered`. */
  failed(id: number, failure: FailureData): void {
    const change = { state: 'failed', failure, finished_at: timestamp() } as const;
    this.#ends.end(id, change, () => this.finish(id, 'failed', failure));
  }

  finish(id: number, state: 'restored' | 'failed', failure: FailureData | null): void {
    this.#store
      .sql(
        `UPDATE restores SET state = @state, failure = @failure, updated_at = @now, finished_at = @now
         WHERE id = @id`,
      )
      .run({ id, state, failure: encodeFailure(failure), now: timestamp() });
    this.#ends.forget(id);
  }
}
