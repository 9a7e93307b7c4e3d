import type { FailureData } from '../failures/failure.ts';
import type { ArchiveLacks } from '../vocabulary/archive-lacks.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import { isLeftUnwritten } from './late-writes.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, signedOn } from './reach.ts';
import { NOT_DELETED } from './repositories.ts';

export type MigrationState = 'pending' | 'exporting' | 'exported' | 'failed';

/** A row of `migrations`, decoded, with its owner's login. Times are UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
export interface MigrationRow {
  id: number;
  guid: string;
  /** The organization, or for a user's migration the account, whose migration it is. */
  owner_id: number;
  /** The owner's login. */
  owner: string;
  owner_type: 'User' | 'Organization';
  started_by: number;
  state: MigrationState;
  lock_repositories: boolean;
  exclude_attachments: boolean;
  /** Attributes that the API leaves out of this migration's answers. */
  exclude: string[];
  failure: FailureData | null;
  /** Bytes. */
  archive_size: number | null;
  /** Lower-case hex. */
  archive_sha256: string | null;
  /** What the archive goes without; null without one, and where an earlier version made it. */
  archive_lacks: ArchiveLacks | null;
  exported_at: string | null;
  expires_at: string | null;
  archive_deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

type Encoded = Omit<
  MigrationRow,
  'lock_repositories' | 'exclude_attachments' | 'exclude' | 'failure' | 'archive_lacks'
> & {
  is_whole: number;
  failure: string | null;
  archive_lacks: string | null;
  lock_repositories: number;
  exclude_attachments: number;
  exclude: string;
};

/** Columns that change during a migration's life. */
export type MigrationChange = Partial<
  Pick<
    MigrationRow,
    | 'state'
    | 'failure'
    | 'archive_size'
    | 'archive_sha256'
    | 'archive_lacks'
    | 'exported_at'
    | 'expires_at'
    | 'archive_deleted_at'
  >
>;

/** A repository of a migration, by its present name; `repository_id` is null once it was removed. */
export interface MigrationRepositoryRow {
  position: number;
  repository_id: number | null;
  full_name: string;
}

const SELECT = `SELECT m.*, a.login AS owner, a.type AS owner_type
  FROM migrations m JOIN accounts a ON a.id = m.owner_id AND m.is_whole = 1`;

/** Migrations without private repositories, as far as anybody knows of those that were removed. */
const WITHIN_REACH = `(@private = 1 OR NOT EXISTS (
  SELECT 1 FROM migration_repositories mr LEFT JOIN repositories r ON r.id = mr.repository_id
  WHERE mr.migration_id = m.id AND ifnull(r.private, 1) = 1))`;

/** What the account may still see of what it started, and all that is its own. */
const STARTED_BY = `(m.owner_id = @accountId OR (m.started_by = @accountId AND EXISTS (
  SELECT 1 FROM accounts o WHERE o.id = m.owner_id AND ${signedOn('o')}
    AND (EXISTS (SELECT 1 FROM accounts s WHERE s.id = @accountId AND s.site_admin = 1)
      OR EXISTS (SELECT 1 FROM memberships ms
        WHERE ms.organization_id = o.id AND ms.account_id = @accountId AND ms.role = 'owner')))))`;

/** As the index `migrations_by_end` has it: one that failed may be tried again long after others were begun. */
const ENDED = "m.state IN ('exported', 'failed')";

function decode({ is_whole: _always, ...row }: Encoded): MigrationRow {
  return {
    ...row,
    lock_repositories: row.lock_repositories === 1,
    exclude_attachments: row.exclude_attachments === 1,
    exclude: JSON.parse(row.exclude) as string[],
    failure: decodeFailure(row.failure),
    archive_lacks: row.archive_lacks === null ? null : (JSON.parse(row.archive_lacks) as ArchiveLacks),
  };
}

/** Statements on `migrations` and `migration_repositories`. */
export class MigrationTable {
  readonly #store: Store;
  /** Ends of exports that the disk did not take yet, by migration. */
  readonly #unwritten = new Map<number, MigrationChange>();
  constructor(store: Store) {
    this.#store = store;
  }

  /** As the row would be if the disk took everything. */
  #decode(row: Encoded): MigrationRow {
    return { ...decode(row), ...this.#unwritten.get(row.id) };
  }

  byId(id: number): MigrationRow | undefined {
    const row = this.#store.sql<Encoded>(`${SELECT} WHERE m.id = @id`).get({ id });
    return row === undefined ? undefined : this.#decode(row);
  }

  /** Whether somebody of this reach may see it: its archive holds its repositories. */
  isWithin(id: number, reach: Pick<Reach, 'private'>): boolean {
    return (
      this.#store
        .sql<{ id: number }>(`SELECT m.id FROM migrations m WHERE m.id = @id AND ${WITHIN_REACH}`)
        .get({ id, private: reach.private ? 1 : 0 }) !== undefined
    );
  }

  byGuid(guid: string): MigrationRow | undefined {
    const row = this.#store.sql<Encoded>(`${SELECT} WHERE m.guid = @guid`).get({ guid });
    return row === undefined ? undefined : this.#decode(row);
  }

  /** Newest first. */
  ofOwner(ownerId: number, reach: Pick<Reach, 'private'>, page: { limit: number; offset: number }): MigrationRow[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE m.owner_id = @ownerId AND ${WITHIN_REACH} ORDER BY m.id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ ownerId, private: reach.private ? 1 : 0, ...page })
      .map((row) => this.#decode(row));
  }

  /** Those that the account started, for itself or for organizations that it owns; newest first. */
  startedBy(accountId: number, reach: Reach, page: { limit: number; offset: number }): MigrationRow[] {
    return this.#store
      .sql<Encoded>(`${SELECT} WHERE ${STARTED_BY} AND ${WITHIN_REACH} ORDER BY m.id DESC LIMIT @limit OFFSET @offset`)
      .all({ accountId, ...reachParameters(reach), ...page })
      .map((row) => this.#decode(row));
  }

  /** Of those, all that wait or work, and the `limit` that ended last. */
  recent(accountId: number, reach: Reach, limit: number): MigrationRow[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE ${STARTED_BY} AND ${WITHIN_REACH} AND (m.id IN (
           SELECT m.id FROM migrations m WHERE m.state IN ('pending', 'exporting')) OR m.id IN (
           SELECT m.id FROM migrations m WHERE ${ENDED} AND m.is_whole = 1 AND ${STARTED_BY} AND ${WITHIN_REACH}
           ORDER BY coalesce(m.exported_at, m.updated_at) DESC, m.id DESC LIMIT @limit))`,
      )
      .all({ accountId, ...reachParameters(reach), limit })
      .map((row) => this.#decode(row));
  }

  /** Those that took a repository along and that this reach may see, newest first. */
  ofRepository(repositoryId: number, reach: Pick<Reach, 'private'>): MigrationRow[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE m.id IN (SELECT migration_id FROM migration_repositories WHERE repository_id = @repositoryId)
         AND ${WITHIN_REACH} ORDER BY m.id DESC`,
      )
      .all({ repositoryId, private: reach.private ? 1 : 0 })
      .map((row) => this.#decode(row));
  }

  countStartedBy(accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM migrations m WHERE m.is_whole = 1 AND ${STARTED_BY} AND ${WITHIN_REACH}`,
        )
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  countOfOwner(ownerId: number, reach: Pick<Reach, 'private'>): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM migrations m WHERE m.is_whole = 1 AND m.owner_id = @ownerId AND ${WITHIN_REACH}`,
        )
        .get({ ownerId, private: reach.private ? 1 : 0 })?.n ?? 0
    );
  }

  /** Oldest first. */
  inState(state: MigrationState): MigrationRow[] {
    return this.#store
      .sql<Encoded>(`${SELECT} WHERE m.state = @state ORDER BY m.id`)
      .all({ state })
      .map((row) => this.#decode(row))
      .filter((row) => row.state === state);
  }

  /** Those whose archive is there, the next to expire first. */
  withArchive(): MigrationRow[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE m.expires_at IS NOT NULL AND m.archive_deleted_at IS NULL ORDER BY m.expires_at, m.id`,
      )
      .all()
      .map((row) => this.#decode(row));
  }

  /** Begins a migration. Nobody sees it before it is finished. */
  begin(
    migration: Pick<
      MigrationRow,
      'guid' | 'owner_id' | 'started_by' | 'lock_repositories' | 'exclude_attachments' | 'exclude' | 'created_at'
    >,
  ): number {
    return this.#store
      .sql(
        `INSERT INTO migrations
           (guid, owner_id, started_by, state, lock_repositories, exclude_attachments, exclude, created_at, updated_at, is_whole)
         VALUES
           (@guid, @owner_id, @started_by, 'pending', @lock_repositories, @exclude_attachments, @exclude, @created_at, @created_at, 0)`,
      )
      .run({
        guid: migration.guid,
        owner_id: migration.owner_id,
        started_by: migration.started_by,
        lock_repositories: migration.lock_repositories ? 1 : 0,
        exclude_attachments: migration.exclude_attachments ? 1 : 0,
        exclude: JSON.stringify(migration.exclude),
        created_at: migration.created_at,
      }).id;
  }

  /** Adds some of its repositories, of which the first has this position. */
  addRepositories(id: number, position: number, repositories: readonly { id: number; full_name: string }[]): void {
    this.#store
      .sql(
        `INSERT INTO migration_repositories (migration_id, position, repository_id, full_name)
         SELECT @id, @position + key, value ->> 0, value ->> 1 FROM json_each(@repositories)`,
      )
      .run({ id, position, repositories: JSON.stringify(repositories.map(({ id, full_name }) => [id, full_name])) });
  }

  /** It is whole. Call it in a transaction with the locks that go with it. */
  finish(id: number): void {
    this.#store.sql('UPDATE migrations SET is_whole = 1 WHERE id = @id').run({ id });
  }

  /** At the start: those that the end of an earlier process cut off before they were whole. */
  removeUnfinished(): void {
    this.#store.sql('DELETE FROM migrations WHERE is_whole = 0').run({});
  }

  /** Writes how an export ended; where the disk takes nothing, it is shown from now on, and written when the disk takes it. */
  end(id: number, change: MigrationChange, now: string): void {
    try {
      this.update(id, change, now);
    } catch (error) {
      if (!isLeftUnwritten(error)) throw error;
      this.#unwritten.set(id, change);
      this.#store.late.write(() => {
        if (this.#unwritten.has(id)) this.update(id, {}, now);
      });
    }
  }

  update(id: number, asked: MigrationChange, now: string): void {
    const change = { ...this.#unwritten.get(id), ...asked };
    const columns = Object.keys(change) as (keyof MigrationChange)[];
    const { failure, archive_lacks: lacks, ...rest } = change;
    this.#store
      .sql(
        `UPDATE migrations SET ${[...columns, 'updated_at'].map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
      )
      .run({
        id,
        ...rest,
        ...(failure === undefined ? {} : { failure: encodeFailure(failure) }),
        ...(lacks === undefined ? {} : { archive_lacks: lacks === null ? null : JSON.stringify(lacks) }),
        updated_at: now,
      });
    this.#unwritten.delete(id);
  }

  /** Forgets a migration that could not begin; its locks go too. */
  remove(id: number): void {
    this.#store.sql('DELETE FROM migrations WHERE id = @id').run({ id });
  }

  /** In the order in which they were asked for. */
  repositories(id: number): MigrationRepositoryRow[] {
    return this.#store
      .sql<MigrationRepositoryRow>(
        `SELECT mr.position, CASE WHEN r.deleted_at IS NULL THEN mr.repository_id END AS repository_id,
           COALESCE(a.login || '/' || coalesce(r.deleted_name, r.name), mr.full_name) AS full_name
         FROM migration_repositories mr
         LEFT JOIN repositories r ON r.id = mr.repository_id LEFT JOIN accounts a ON a.id = r.owner_id
         WHERE mr.migration_id = @id ORDER BY mr.position`,
      )
      .all({ id });
  }

  /** Their full names alone. One value, since ten thousand rows take ten times as long. */
  repositoryNames(id: number): string[] {
    const row = this.#store
      .sql<{ names: string }>(
        `SELECT json_group_array(name) AS names FROM (
           SELECT COALESCE(a.login || '/' || coalesce(r.deleted_name, r.name), mr.full_name) AS name
           FROM migration_repositories mr
           LEFT JOIN repositories r ON r.id = mr.repository_id LEFT JOIN accounts a ON a.id = r.owner_id
           WHERE mr.migration_id = @id ORDER BY mr.position)`,
      )
      .get({ id });
    return JSON.parse(row?.names ?? '[]') as string[];
  }

  /** Its repositories that are still there. */
  repositoryIds(id: number): number[] {
    const rows = this.#store
      .sql<{ repository_id: number }>(
        `SELECT mr.repository_id FROM migration_repositories mr JOIN repositories r ON r.id = mr.repository_id
         WHERE mr.migration_id = @id AND ${NOT_DELETED}`,
      )
      .all({ id });
    return rows.map(({ repository_id }) => repository_id);
  }

  holds(id: number, repositoryId: number): boolean {
    const found = this.#store
      .sql<{ n: number }>(
        'SELECT count(*) AS n FROM migration_repositories WHERE migration_id = @id AND repository_id = @repositoryId',
      )
      .get({ id, repositoryId });
    return (found?.n ?? 0) > 0;
  }

  /** How many of its repositories are still there. */
  countRepositories(id: number): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM migration_repositories mr JOIN repositories r ON r.id = mr.repository_id
           WHERE mr.migration_id = @id AND ${NOT_DELETED}`,
        )
        .get({ id })?.n ?? 0
    );
  }
}
