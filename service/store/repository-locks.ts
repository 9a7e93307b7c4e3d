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

  /** At most `limit` of them, those behind a repository's id. */
  someOfMigration(migrationId: number, afterId: number, limit: number): RepositoryLockRow[] {
    return this.#store
      .sql<RepositoryLockRow>(
        `${SELECT} WHERE l.migration_id = @migrationId AND l.repository_id > @afterId ORDER BY l.repository_id LIMIT @limit`,
      )
      .all({ migrationId, afterId, limit });
  }

  /** Names of what a migration locks, `owner/name`. One value, since ten thousand rows take ten times as long. */
  namesOfMigration(migrationId: number): string[] {
    const row = this.#store
      .sql<{ names: string }>(
        `SELECT json_group_array(name) AS names FROM (
           SELECT a.login || '/' || r.name AS name FROM repository_locks l
           JOIN repositories r ON r.id = l.repository_id JOIN accounts a ON a.id = r.owner_id
           WHERE l.migration_id = @migrationId ORDER BY l.repository_id)`,
      )
      .get({ migrationId });
    return JSON.parse(row?.names ?? '[]') as string[];
  }

  /** A lock of one of these repositories, if there is any. */
  firstAmong(repositoryIds: readonly number[]): RepositoryLockRow | undefined {
    return this.#store
      .sql<RepositoryLockRow>(`${SELECT} WHERE l.repository_id IN (SELECT value FROM json_each(@ids)) LIMIT 1`)
      .get({ ids: JSON.stringify(repositoryIds) });
  }

  all(): RepositoryLockRow[] {
    return this.#store.sql<RepositoryLockRow>(`${SELECT} ORDER BY l.repository_id`).all();
  }

  /** Call it in the transaction that makes the migration. */
  insert(repositoryIds: readonly number[], migrationId: number, now: string): void {
    this.#store
      .sql(
        `INSERT INTO repository_locks (repository_id, migration_id, created_at)
         SELECT value, @migrationId, @now FROM json_each(@ids) ORDER BY value`,
      )
      .run({ ids: JSON.stringify(repositoryIds), migrationId, now });
  }

  /** Removes all of a migration. @returns the repositories' ids */
  removeAll(migrationId: number): number[] {
    return this.#store.transaction(() => {
      const row = this.#store
        .sql<{ ids: string }>(
          'SELECT json_group_array(repository_id) AS ids FROM repository_locks WHERE migration_id = @migrationId',
        )
        .get({ migrationId });
      this.#store.sql('DELETE FROM repository_locks WHERE migration_id = @migrationId').run({ migrationId });
      return JSON.parse(row?.ids ?? '[]') as number[];
    });
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
