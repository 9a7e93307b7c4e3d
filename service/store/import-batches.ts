import type { MapEntry } from '../imports/authors/author-map.ts';
import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export type BatchEntryState = 'refused' | 'waiting' | 'running' | 'needs_attention' | 'complete' | 'failed' | 'stopped';

export interface BatchRow {
  id: number;
  account_id: number;
  name: string;
  created_at: string;
  /** Null while a person still looks at the list. */
  started_at: string | null;
}

export interface BatchEntryRow {
  id: number;
  batch_id: number;
  /** Line or element of the list, from 1. */
  line: number;
  vcs_url: string;
  vcs: string | null;
  tfvc_project: string | null;
  owner: string;
  repo: string;
  state: BatchEntryState;
  message: string | null;
  repository_id: number | null;
  verified: 0 | 1 | null;
  source_revisions: number | null;
  commits: number | null;
  started_at: string | null;
  finished_at: string | null;
}

export type NewBatchEntry = Pick<
  BatchEntryRow,
  'line' | 'vcs_url' | 'vcs' | 'tfvc_project' | 'owner' | 'repo' | 'state' | 'message'
>;
export type BatchEntryChange = Partial<Omit<BatchEntryRow, 'id' | 'batch_id' | 'line' | 'vcs_url' | 'owner' | 'repo'>>;

/** Columns that a change may name; statements are built from these words alone. */
const CHANGEABLE = [
  'vcs',
  'tfvc_project',
  'state',
  'message',
  'repository_id',
  'verified',
  'source_revisions',
  'commits',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof BatchEntryChange)[];

const COLUMNS = 'id, account_id, name, created_at, started_at';

/** Statements on `import_batches` and `import_batch_entries`. */
export class ImportBatchTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): BatchRow | undefined {
    return this.#store.sql<BatchRow>(`SELECT ${COLUMNS} FROM import_batches WHERE id = @id`).get({ id });
  }

  /** Newest first. */
  ofAccount(accountId: number, page: { limit: number; offset: number }): BatchRow[] {
    return this.#store
      .sql<BatchRow>(
        `SELECT ${COLUMNS} FROM import_batches WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...page });
  }

  countOfAccount(accountId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM import_batches WHERE account_id = @accountId')
        .get({ accountId })?.n ?? 0
    );
  }

  /** Keeps a list with all its entries, or nothing of it. */
  insert(batch: { account_id: number; name: string }, entries: readonly NewBatchEntry[]): BatchRow {
    return this.#store.transaction(() => {
      const { id } = this.#store
        .sql('INSERT INTO import_batches (account_id, name, created_at) VALUES (@account_id, @name, @now)')
        .run({ ...batch, now: timestamp() });
      const statement = this.#store.sql(
        `INSERT INTO import_batch_entries (batch_id, line, vcs_url, vcs, tfvc_project, owner, repo, state, message)
         VALUES (@batch_id, @line, @vcs_url, @vcs, @tfvc_project, @owner, @repo, @state, @message)`,
      );
      for (const entry of entries) statement.run({ batch_id: id, ...entry });
      return this.byId(id) as BatchRow;
    });
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM import_batches WHERE id = @id').run({ id });
  }

  start(id: number): void {
    this.#store.sql('UPDATE import_batches SET started_at = @now WHERE id = @id').run({ id, now: timestamp() });
  }

  setAuthorMap(id: number, entries: readonly MapEntry[]): void {
    this.#store
      .sql('UPDATE import_batches SET author_map = @map WHERE id = @id')
      .run({ id, map: JSON.stringify(entries) });
  }

  authorMap(id: number): MapEntry[] {
    const row = this.#store
      .sql<{ author_map: string }>('SELECT author_map FROM import_batches WHERE id = @id')
      .get({ id });
    return row === undefined ? [] : (JSON.parse(row.author_map) as MapEntry[]);
  }

  /** In the order of the list. */
  entries(batchId: number, page?: { limit: number; offset: number }): BatchEntryRow[] {
    const { limit, offset } = page ?? { limit: -1, offset: 0 };
    return this.#store
      .sql<BatchEntryRow>(
        'SELECT * FROM import_batch_entries WHERE batch_id = @batchId ORDER BY id LIMIT @limit OFFSET @offset',
      )
      .all({ batchId, limit, offset });
  }

  /** How many entries are in each state. */
  counts(batchId: number): Partial<Record<BatchEntryState, number>> {
    const rows = this.#store
      .sql<{ state: BatchEntryState; n: number }>(
        'SELECT state, count(*) AS n FROM import_batch_entries WHERE batch_id = @batchId GROUP BY state',
      )
      .all({ batchId });
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  }

  running(): BatchEntryRow[] {
    return this.#store.sql<BatchEntryRow>("SELECT * FROM import_batch_entries WHERE state = 'running'").all();
  }

  /** The entry that is next: of the oldest list that was started. */
  nextWaiting(): BatchEntryRow | undefined {
    return this.#store
      .sql<BatchEntryRow>(
        `SELECT e.* FROM import_batch_entries e JOIN import_batches b ON b.id = e.batch_id
         WHERE e.state = 'waiting' AND b.started_at IS NOT NULL ORDER BY e.batch_id, e.id LIMIT 1`,
      )
      .get();
  }

  /** The latest entry whose import goes into the repository. */
  ofRepository(repositoryId: number): BatchEntryRow | undefined {
    return this.#store
      .sql<BatchEntryRow>(
        'SELECT * FROM import_batch_entries WHERE repository_id = @repositoryId ORDER BY id DESC LIMIT 1',
      )
      .get({ repositoryId });
  }

  change(id: number, change: BatchEntryChange): void {
    const names = CHANGEABLE.filter((name) => change[name] !== undefined);
    if (names.length === 0) return;
    this.#store
      .sql(`UPDATE import_batch_entries SET ${names.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
      .run({ id, ...Object.fromEntries(names.map((name) => [name, change[name]])) });
  }

  /** Moves all entries of a list from one state to another. @returns how many */
  move(batchId: number, from: BatchEntryState, to: BatchEntryState): number {
    return this.#store
      .sql('UPDATE import_batch_entries SET state = @to, message = NULL WHERE batch_id = @batchId AND state = @from')
      .run({ batchId, from, to }).changes;
  }
}
