import type { Store } from './open.ts';

/** A repository that a migration locks, with the names that sentences need. */
export interface RepositoryLockRow {
  repository_id: number;
  migration_id: number;
  /** Login of the repository's owner, and the repository's name. */
  owner: string;
  name: string;
  /** Login and kind of the migration's owner. */
  migration_owner: string;
  migration_owner_type: 'User' | 'Organization';
  created_at: string;
}

const SELECT = `SELECT l.*, a.login AS owner, r.name, o.login AS migration_owner, o.type AS migration_owner_type
  FROM repository_locks l
  JOIN repositories r ON r.id = l.repository_id JOIN accounts a ON a.id = r.owner_id
  JOIN migrations m ON m.id = l.migration_id JOIN accounts o ON o.id = m.owner_id`;

/** Statements on `repository_locks`. */
export class RepositoryLockTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  ofRepository(repositoryId: number): RepositoryLockRow | undefined {
    return this.#store.sql<RepositoryLockRow>(`${SELECT} WHERE l.repository_id = @repositoryId`).get({ repositoryId });
  }

  ofMigration(migrationId: number): RepositoryLockRow[] {
    return this.#store
      .sql<RepositoryLockRow>(`${SELECT} WHERE l.migration_id = @migrationId ORDER BY l.repository_id`)
      .all({ migrationId });
  }

  all(): RepositoryLockRow[] {
    return this.#store.sql<RepositoryLockRow>(`${SELECT} ORDER BY l.repository_id`).all();
  }

  /** Call it in the transaction that makes the migration. */
  insert(repositoryId: number, migrationId: number, now: string): void {
    this.#store
      .sql(
        'INSERT INTO repository_locks (repository_id, migration_id, created_at) VALUES (@repositoryId, @migrationId, @now)',
      )
      .run({ repositoryId, migrationId, now });
  }

  /** @returns whether this migration had locked it */
  remove(repositoryId: number, migrationId: number): boolean {
    return (
      this.#store
        .sql('DELETE FROM repository_locks WHERE repository_id = @repositoryId AND migration_id = @migrationId')
        .run({ repositoryId, migrationId }).changes > 0
    );
  }
}
