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
  created_at: string;
  updated_at: string;
  pushed_at: string;
}

const SELECT = 'SELECT r.*, a.login AS owner FROM repositories r JOIN accounts a ON a.id = r.owner_id';
const COUNT = 'SELECT count(*) AS n FROM repositories r JOIN accounts a ON a.id = r.owner_id';
const OF_ACCOUNT = `(r.owner_id = @accountId
  OR r.owner_id IN (SELECT organization_id FROM memberships WHERE account_id = @accountId))`;

/** Statements on `repositories`. */
export class RepositoryTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byName(owner: string, name: string): RepositoryRow | undefined {
    return this.#store.sql<RepositoryRow>(`${SELECT} WHERE a.login = @owner AND r.name = @name`).get({ owner, name });
  }

  byId(id: number): RepositoryRow | undefined {
    return this.#store.sql<RepositoryRow>(`${SELECT} WHERE r.id = @id`).get({ id });
  }

  all(): RepositoryRow[] {
    return this.#store.sql<RepositoryRow>(`${SELECT} ORDER BY r.id`).all();
  }

  ofOwner(ownerId: number, reach: Reach, page: { limit: number; offset: number }): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(
        `${SELECT} WHERE r.owner_id = @ownerId AND ${WITHIN_REACH} ORDER BY r.id LIMIT @limit OFFSET @offset`,
      )
      .all({ ownerId, ...reachParameters(reach), ...page });
  }

  countOfOwner(ownerId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(`${COUNT} WHERE r.owner_id = @ownerId AND ${WITHIN_REACH}`)
        .get({ ownerId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  /** Repositories of the account and of its organizations. */
  ofAccount(accountId: number, reach: Reach, page: { limit: number; offset: number }): RepositoryRow[] {
    return this.#store
      .sql<RepositoryRow>(`${SELECT} WHERE ${OF_ACCOUNT} AND ${WITHIN_REACH} ORDER BY r.id LIMIT @limit OFFSET @offset`)
      .all({ accountId, ...reachParameters(reach), ...page });
  }

  countOfAccount(accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(`${COUNT} WHERE ${OF_ACCOUNT} AND ${WITHIN_REACH}`)
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
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

  /** After a push into it. */
  pushed(id: number, change: { default_branch: string; size_kb: number }): void {
    this.#store
      .sql(
        'UPDATE repositories SET default_branch = @default_branch, size_kb = @size_kb, pushed_at = @now, updated_at = @now WHERE id = @id',
      )
      .run({ id, ...change, now: timestamp() });
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM repositories WHERE id = @id').run({ id });
  }
}
