import type { FailureData } from '../failures/failure.ts';
import type { LastUpdateStatus } from '../vocabulary/last-update.ts';
import { decodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';

/** One update of an import: triggers on `imports` write it. */
export interface ImportUpdateRow {
  id: number;
  status: 'running' | 'complete' | LastUpdateStatus;
  /** The address that was asked. Never holds a password. */
  vcs_url: string;
  /** Login of who began it; null where that is not known any more. */
  started_by: string | null;
  failure: FailureData | null;
  /** Commits of the repository; null where nobody counted, and after one that changed nothing. */
  commits_before: number | null;
  commits_after: number | null;
  started_at: string;
  ended_at: string | null;
}

/** Statements on `import_updates`. */
export class ImportUpdateTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Newest first. */
  ofImport(importId: number, page: { limit: number; offset: number }): ImportUpdateRow[] {
    return this.#store
      .sql<Omit<ImportUpdateRow, 'failure'> & { failure: string | null }>(
        `SELECT u.id, u.status, u.vcs_url, a.login AS started_by, u.failure, u.commits_before, u.commits_after,
           u.started_at, u.ended_at
         FROM import_updates u LEFT JOIN accounts a ON a.id = u.started_by
         WHERE u.import_id = @importId ORDER BY u.id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ importId, ...page })
      .map((row) => ({ ...row, failure: decodeFailure(row.failure) }));
  }

  countOfImport(importId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM import_updates WHERE import_id = @importId')
        .get({ importId })?.n ?? 0
    );
  }
}
