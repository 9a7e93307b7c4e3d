import type { Identity, SourceAuthor } from '../vocabulary/history.ts';
import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface AuthorRow {
  id: number;
  import_id: number;
  remote_id: string;
  remote_name: string;
  /** Valid but possibly incorrect identity, made by the source. */
  source_name: string;
  source_email: string;
  /** Set by a person. */
  mapped_name: string | null;
  mapped_email: string | null;
  /** Whether the map of a list made the mapping. */
  mapped_by_list: 0 | 1;
  commit_count: number;
  first_commit_at: string | null;
  last_commit_at: string | null;
  updated_at: string;
  suggested_name: string | null;
  suggested_email: string | null;
}

export const AUTHOR_SORTS = [
  'unmapped',
  'remote_name',
  'name',
  'email',
  'commit_count',
  'first_commit_at',
  'last_commit_at',
] as const;
export type AuthorSort = (typeof AUTHOR_SORTS)[number];

export interface AuthorQuery {
  /** Only authors with a greater id. */
  sinceId?: number | undefined;
  /** Only authors updated after this time. */
  sinceTime?: string | undefined;
  /** Part of a name or an address. */
  text?: string | undefined;
  sort?: AuthorSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

const NAME = 'coalesce(a.mapped_name, a.source_name)';
const EMAIL = 'coalesce(a.mapped_email, a.source_email)';
const ORDER: Record<AuthorSort, string> = {
  unmapped: 'a.mapped_name IS NOT NULL',
  remote_name: 'a.remote_name COLLATE NOCASE',
  name: `${NAME} COLLATE NOCASE`,
  email: `${EMAIL} COLLATE NOCASE`,
  commit_count: 'a.commit_count',
  first_commit_at: 'a.first_commit_at',
  last_commit_at: 'a.last_commit_at',
};
const FROM = `FROM import_authors a LEFT JOIN author_mappings m
  ON m.remote_name = a.remote_name AND a.mapped_name IS NULL AND (m.name <> a.source_name OR m.email <> a.source_email)`;
const SELECT = `SELECT a.*, m.name AS suggested_name, m.email AS suggested_email ${FROM}`;
const WHERE = `WHERE a.import_id = @importId AND a.id > @sinceId AND a.updated_at > @sinceTime
  AND (@text IS NULL OR a.remote_name LIKE @text ESCAPE '\\' OR ${NAME} LIKE @text ESCAPE '\\' OR ${EMAIL} LIKE @text ESCAPE '\\')`;

function filters(importId: number, query: AuthorQuery) {
  const text = query.text ? `%${query.text.replace(/[\\%_]/g, '\\$&')}%` : null;
  return { importId, sinceId: query.sinceId ?? 0, sinceTime: query.sinceTime ?? '', text };
}

/** Statements on `import_authors` and `author_mappings`. */
export class AuthorTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  find(importId: number, query: AuthorQuery = {}): AuthorRow[] {
    const direction = query.direction === 'desc' ? 'DESC' : 'ASC';
    const order = query.sort === undefined ? 'a.id' : `${ORDER[query.sort]} ${direction}, a.commit_count DESC, a.id`;
    return this.#store
      .sql<AuthorRow>(`${SELECT} ${WHERE} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
      .all({ ...filters(importId, query), limit: query.limit ?? -1, offset: query.offset ?? 0 });
  }

  count(importId: number, query: AuthorQuery = {}): number {
    return (
      this.#store.sql<{ n: number }>(`SELECT count(*) AS n ${FROM} ${WHERE}`).get(filters(importId, query))?.n ?? 0
    );
  }

  countMapped(importId: number): number {
    return (
      this.#store
        .sql<{ n: number }>(
          'SELECT count(*) AS n FROM import_authors WHERE import_id = @importId AND mapped_name IS NOT NULL',
        )
        .get({ importId })?.n ?? 0
    );
  }

  /** Authors that nobody mapped, and for whom the source names no address: what stands there has no host with a dot. */
  countPlaceholders(importId: number): number {
    return (
      this.#store
        .sql<{ n: number }>(
          "SELECT count(*) AS n FROM import_authors WHERE import_id = @importId AND mapped_name IS NULL AND source_email NOT LIKE '%_@_%._%'",
        )
        .get({ importId })?.n ?? 0
    );
  }

  byId(importId: number, id: number): AuthorRow | undefined {
    return this.#store.sql<AuthorRow>(`${SELECT} WHERE a.import_id = @importId AND a.id = @id`).get({ importId, id });
  }

  byRemoteName(importId: number, remoteName: string): AuthorRow[] {
    return this.#store
      .sql<AuthorRow>(`${SELECT} WHERE a.import_id = @importId AND a.remote_name = @remoteName`)
      .all({ importId, remoteName });
  }

  /** Adds or updates what a source reports; mappings stay. */
  collect(importId: number, authors: readonly SourceAuthor[]): void {
    const upsert = this.#store.sql(
      `INSERT INTO import_authors (import_id, remote_id, remote_name, source_name, source_email, commit_count, first_commit_at, last_commit_at, updated_at)
       VALUES (@importId, @remote_id, @remote_name, @name, @email, @commit_count, @first_commit_at, @last_commit_at, @now)
       ON CONFLICT (import_id, remote_id) DO UPDATE SET commit_count = excluded.commit_count,
         first_commit_at = excluded.first_commit_at, last_commit_at = excluded.last_commit_at`,
    );
    const now = timestamp();
    const write = () => {
      for (const author of authors) {
        const { remote_id, remote_name, name, email, commit_count, first_commit_at, last_commit_at } = author;
        upsert.run({
          importId,
          remote_id,
          remote_name,
          name,
          email,
          commit_count,
          first_commit_at,
          last_commit_at,
          now,
        });
      }
    };
    // The row that says that everything was fetched makes them durable.
    this.#store.relaxed(() => this.#store.transaction(write));
  }

  /** Forgets the authors of an import whose source is another one now. */
  removeAll(importId: number): void {
    this.#store.sql('DELETE FROM import_authors WHERE import_id = @importId').run({ importId });
  }

  /** Sets mappings, made by a person or by a list's map, and remembers them for the next import. Ids of other imports are left alone. */
  setMappings(
    importId: number,
    mappings: readonly { id: number; name: string; email: string }[],
    byList: boolean,
  ): number {
    const set = this.#store.sql(
      'UPDATE import_authors SET mapped_name = @name, mapped_email = @email, mapped_by_list = @byList, updated_at = @now WHERE import_id = @importId AND id = @id',
    );
    const remember = this.#store.sql(
      `INSERT INTO author_mappings (remote_name, name, email, updated_at)
       SELECT remote_name, @name, @email, @now FROM import_authors WHERE id = @id
       ON CONFLICT (remote_name) DO UPDATE SET name = excluded.name, email = excluded.email, updated_at = excluded.updated_at`,
    );
    const now = timestamp();
    let updated = 0;
    this.#store.transaction(() => {
      for (const { id, name, email } of mappings) {
        if (set.run({ importId, id, name, email, byList: byList ? 1 : 0, now }).changes === 0) continue;
        remember.run({ id, name, email, now });
        updated += 1;
      }
    });
    return updated;
  }

  /** All mappings of an import by `remote_id`. Identities equal to the source's own are left out. */
  identities(importId: number): Map<string, Identity> {
    const rows = this.#store
      .sql<{ remote_id: string; name: string; email: string }>(
        `SELECT remote_id, mapped_name AS name, mapped_email AS email FROM import_authors
         WHERE import_id = @importId AND mapped_name IS NOT NULL AND (mapped_name <> source_name OR mapped_email <> source_email)`,
      )
      .all({ importId });
    return new Map(rows.map(({ remote_id, name, email }) => [remote_id, { name, email }]));
  }
}
