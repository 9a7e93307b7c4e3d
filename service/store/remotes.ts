import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

/** A remote that a repository was pushed to. */
export interface RemoteRow {
  id: number;
  repository_id: number;
  /** Never holds a password. */
  remote_url: string;
  notes: boolean;
  deleted: boolean;
  push_after_update: boolean;
  /** With whose remembered credentials it is pushed to after an update; null for nobody's. */
  account_id: number | null;
  pushed_at: string;
  /** Refs of ours that it had after the last push; null where that is not known. */
  refs_count: number | null;
}

/** What a push left at a remote. */
export interface PushedRow extends Pick<RemoteRow, 'repository_id' | 'remote_url' | 'notes' | 'deleted'> {
  refs_count: number;
  /** Deflated lines of object and name. */
  refs: Buffer;
}

type Encoded = Omit<RemoteRow, 'notes' | 'deleted' | 'push_after_update'> & {
  notes: 0 | 1;
  deleted: 0 | 1;
  push_after_update: 0 | 1;
};

const SELECT = `SELECT id, repository_id, remote_url, notes, deleted, push_after_update, account_id, pushed_at, refs_count
  FROM remotes`;

function decode(row: Encoded): RemoteRow {
  return {
    ...row,
    notes: row.notes === 1,
    deleted: row.deleted === 1,
    push_after_update: row.push_after_update === 1,
  };
}

/** Statements on `remotes`. */
export class RemoteTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(repositoryId: number, id: number): RemoteRow | undefined {
    const row = this.#store
      .sql<Encoded>(`${SELECT} WHERE repository_id = @repositoryId AND id = @id`)
      .get({ repositoryId, id });
    return row && decode(row);
  }

  /** In the order in which they were first pushed to. */
  ofRepository(repositoryId: number): RemoteRow[] {
    return this.#store
      .sql<Encoded>(`${SELECT} WHERE repository_id = @repositoryId ORDER BY id`)
      .all({ repositoryId })
      .map(decode);
  }

  /** What the last push left there, deflated; null where that is not known. */
  refsOf(id: number): Buffer | null {
    return (
      this.#store.sql<{ refs: Buffer | null }>('SELECT refs FROM remotes WHERE id = @id').get({ id })?.refs ?? null
    );
  }

  /** Keeps what a push left, whether the remote is known or not. */
  pushed(row: PushedRow): void {
    const flag = (value: boolean) => (value ? 1 : 0);
    this.#store
      .sql(
        `INSERT INTO remotes (repository_id, remote_url, notes, deleted, pushed_at, refs_count, refs)
         VALUES (@repository_id, @remote_url, @notes, @deleted, @now, @refs_count, @refs)
         ON CONFLICT (repository_id, remote_url) DO UPDATE SET notes = @notes, deleted = @deleted, pushed_at = @now,
           refs_count = @refs_count, refs = @refs`,
      )
      .run({ ...row, notes: flag(row.notes), deleted: flag(row.deleted), now: timestamp() });
  }

  /** @param accountId whose remembered credentials are used; null for no push after updates */
  pushAfterUpdate(id: number, accountId: number | null): void {
    this.#store
      .sql('UPDATE remotes SET push_after_update = @wanted, account_id = @accountId WHERE id = @id')
      .run({ id, accountId, wanted: accountId === null ? 0 : 1 });
  }

  forget(id: number): void {
    this.#store.sql('DELETE FROM remotes WHERE id = @id').run({ id });
  }
}
