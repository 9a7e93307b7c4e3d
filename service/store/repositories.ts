import { timestamp } from './clock.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, WITHIN_REACH } from './reach.ts';

export interface RepositoryRow {
  id: number;
  owner_id: number;
  /** Login of the owner, as the owner spells it. */
  owner: string;
  name: string;
  description: string | null;
  private: 0 | 1;
  /** Short branch name. */
  default_branch: string;
  /** Size of the bare repository on disk, in kilobytes. */
  size_kb: number;
  /** Id of the repository in records.sqlite; null where it has no issues and so on. */
  records_id: number | null;
  /** When it was thrown away; null for one that is not in the trash. */
  deleted_at: string | null;
  /** The name that it had then. */
  deleted_name: string | null;
  created_at: string;
  updated_at: string;
  pushed_at: string;
  /** The migration that locks it, and whose that is; null when it is not locked. */
  locking_migration: number | null;
  locking_owner: string | null;
  locking_owner_type: 'User' | 'Organization' | null;
}

const SELECT = `SELECT r.*, a.login AS owner,
    l.migration_id AS locking_migration, lo.login AS locking_owner, lo.type AS locking_owner_type
  FROM repositories r JOIN accounts a ON a.id = r.owner_id
  LEFT JOIN repository_locks l ON l.repository_id = r.id
  LEFT JOIN migrations m ON m.id = l.migration_id
  LEFT JOIN accounts lo ON lo.id = m.owner_id`;
const COUNT = 'SELECT count(*) AS n FROM repositories r JOIN accounts a ON a.id = r.owner_id';
/** Condition on repositories `r`: those of the account `@accountId` and its organizations, all for owners of the installation. */
export const OF_ACCOUNT = `(r.owner_id = @accountId
  OR r.owner_id IN (SELECT organization_id FROM memberships WHERE account_id = @accountId)
  OR EXISTS (SELECT 1 FROM accounts o WHERE o.id = @accountId AND o.site_admin = 1))`;

/** Condition on repositories `r`: not in the trash. */
export const NOT_DELETED = 'r.deleted_at IS NULL';

/** Statements on `repositories`. */
export class RepositoryTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byName(owner: string, name: string): RepositoryRow | undefined {
    return this.#store
      .sql<RepositoryRow>(`${SELECT} WHERE a.login = @owner AND r.name = @name AND ${NOT_DELETED}`)
      .get({ owner, name });
  }

  /** Those of an owner that have one of these names, in no order: one statement costs little more than for one name. */
  byNames(owner: string, names: readonly string[]): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(
        `${SELECT} WHERE a.login = @owner AND r.name IN (SELECT value FROM json_each(@names)) AND ${NOT_DELETED}`,
      )
      .all({ owner, names: JSON.stringify(names) });
  }

  byId(id: number): RepositoryRow | undefined {
    return this.#store.sql<RepositoryRow>(`${SELECT} WHERE r.id = @id`).get({ id });
  }

  /** At most `limit` of them, those behind an id. */
  some(afterId: number, limit: number): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(`${SELECT} WHERE r.id > @afterId ORDER BY r.id LIMIT @limit`)
      .all({ afterId, limit });
  }

  all(): RepositoryRow[] {
    return this.#store.sql<RepositoryRow>(`${SELECT} ORDER BY r.id`).all();
  }

  /** Where all of them lie: a third of what it takes to read all that is known of them. */
  places(): Pick<RepositoryRow, 'id' | 'owner' | 'name'>[] {
    return this.#store
      .sql<Pick<RepositoryRow, 'id' | 'owner' | 'name'>>(
        'SELECT r.id, a.login AS owner, r.name FROM repositories r JOIN accounts a ON a.id = r.owner_id ORDER BY r.id',
      )
      .all();
  }

  ofOwner(ownerId: number, reach: Reach, page: { limit: number; offset: number }): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(
        `${SELECT} WHERE r.owner_id = @ownerId AND ${NOT_DELETED} AND ${WITHIN_REACH} ORDER BY r.id LIMIT @limit OFFSET @offset`,
      )
      .all({ ownerId, ...reachParameters(reach), ...page });
  }

  countOfOwner(ownerId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(`${COUNT} WHERE r.owner_id = @ownerId AND ${NOT_DELETED} AND ${WITHIN_REACH}`)
        .get({ ownerId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  /** Repositories of the account and of its organizations. */
  ofAccount(accountId: number, reach: Reach, page: { limit: number; offset: number }): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(
        `${SELECT} WHERE ${OF_ACCOUNT} AND ${NOT_DELETED} AND ${WITHIN_REACH} ORDER BY r.id LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...reachParameters(reach), ...page });
  }

  countOfAccount(accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(`${COUNT} WHERE ${OF_ACCOUNT} AND ${NOT_DELETED} AND ${WITHIN_REACH}`)
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  /** `owner/name` of all, in small letters. */
  names(): Set<string> {
    const rows = this.#store
      .sql<{ name: string }>(
        "SELECT lower(a.login || '/' || r.name) AS name FROM repositories r JOIN accounts a ON a.id = r.owner_id",
      )
      .all();
    return new Set(rows.map(({ name }) => name));
  }

  insert(
    repository: Pick<RepositoryRow, 'owner_id' | 'name' | 'description' | 'private' | 'default_branch'>,
  ): RepositoryRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO repositories (owner_id, name, description, private, default_branch, created_at, updated_at, pushed_at)
         VALUES (@owner_id, @name, @description, @private, @default_branch, @now, @now, @now)`,
      )
      .run({ ...repository, now: timestamp() });
    return this.byId(id) as RepositoryRow;
  }

  /** After its files were counted. */
  measured(id: number, sizeKb: number): void {
    this.#store
      .sql('UPDATE repositories SET size_kb = @sizeKb, content_version = content_version + 1 WHERE id = @id')
      .run({ id, sizeKb });
  }

  /** After a push into it. */
  pushed(id: number, change: { default_branch: string; size_kb: number }): void {
    this.#store.transaction(() => {
      this.#store
        .sql(
          'UPDATE repositories SET default_branch = @default_branch, size_kb = @size_kb, content_version = content_version + 1, pushed_at = @now, updated_at = @now WHERE id = @id',
        )
        .run({ id, ...change, now: timestamp() });
      // Those of what was there before: lists say that nobody has counted. The column takes no NULL.
      this.#store.sql("UPDATE repository_statistics SET years = 'null' WHERE repository_id = @id").run({ id });
    });
  }

  /** Those of a migration that are still there, in the order in which they were asked for. */
  ofMigration(migrationId: number, page: { limit: number; offset: number }): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(
        `${SELECT} JOIN migration_repositories mr ON mr.repository_id = r.id
         WHERE mr.migration_id = @migrationId AND ${NOT_DELETED} ORDER BY mr.position LIMIT @limit OFFSET @offset`,
      )
      .all({ migrationId, ...page });
  }

  /** Changes what is said about a repository. */
  describe(id: number, change: Pick<RepositoryRow, 'name' | 'description' | 'private'>): void {
    this.#store
      .sql(
        `UPDATE repositories SET name = @name, description = @description, private = @private, updated_at = @now
         WHERE id = @id`,
      )
      .run({ id, name: change.name, description: change.description, private: change.private, now: timestamp() });
  }

  /** Ids that the repositories have in the records. */
  recordsIds(): number[] {
    return this.#store
      .sql<{ records_id: number }>('SELECT records_id FROM repositories WHERE records_id IS NOT NULL')
      .all()
      .map(({ records_id }) => records_id);
  }

  /** Those in the trash, the latest first. */
  deleted(): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(`${SELECT} WHERE r.deleted_at IS NOT NULL ORDER BY r.deleted_at DESC, r.id DESC`)
      .all();
  }

  /** Throws a repository away under a name that nobody else can have. */
  throwAway(id: number, name: string): void {
    this.#store
      .sql('UPDATE repositories SET deleted_name = name, name = @name, deleted_at = @now WHERE id = @id')
      .run({ id, name, now: timestamp() });
  }

  /** Takes it back under a name. */
  takeBack(id: number, name: string): void {
    this.#store
      .sql(
        'UPDATE repositories SET name = @name, deleted_name = NULL, deleted_at = NULL, updated_at = @now WHERE id = @id',
      )
      .run({ id, name, now: timestamp() });
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM repositories WHERE id = @id').run({ id });
  }
}
