import type { Identity, MadeAuthor, SourceAuthor } from '../vocabulary/history.ts';
import {
  type AuthorQuery,
  type AuthorRow,
  EMAIL,
  filters,
  HERE,
  type MappedBy,
  NAME,
  OPEN,
  orderOf,
  SELECT,
  STRETCH,
  WHERE,
} from './author-query.ts';
import { timestamp } from './clock.ts';
import type { Listing } from './listing.ts';
import type { Store } from './open.ts';
import { entryOf } from './people-book.ts';
import { reading } from './recorded-refs.ts';

/** Ids of the authors that a query asks for, in its order, and how many fit in all; for threads: all of them are read. */
export function authorIds(dataFolder: string, importId: number, query: AuthorQuery): Listing<number> {
  return reading(dataFolder, (db) => {
    const all = db
      .prepare<unknown[], number>(`SELECT a.id FROM import_authors a ${WHERE} ${orderOf(query)}`)
      .pluck()
      .all(filters(importId, query));
    const from = query.offset ?? 0;
    return { rows: all.slice(from, query.limit === undefined ? undefined : from + query.limit), total: all.length };
  });
}

/** A new author is who the people book of whoever started the import says, where that is wanted. */
const COLLECT = `INSERT INTO import_authors (import_id, remote_id, remote_name, source_name, source_email, commit_count,
  first_commit_at, last_commit_at, mapped_name, mapped_email, mapped_by, updated_at)
SELECT @importId, @remote_id, @remote_name, @name, @email, @commit_count, @first_commit_at, @last_commit_at,
  b.name, b.email, CASE WHEN b.id IS NULL THEN NULL ELSE 'people_book' END, @now
FROM imports i LEFT JOIN people_book b ON @fromBook = 1
  AND b.id = ${entryOf({ account: 'i.started_by', remoteName: '@remote_name', vcs: 'i.vcs' })}
WHERE i.id = @importId
ON CONFLICT (import_id, remote_id) DO UPDATE SET commit_count = excluded.commit_count,
  first_commit_at = excluded.first_commit_at, last_commit_at = excluded.last_commit_at`;

/** An author of whom something else is said now than before. */
export interface ChangedAuthor {
  remote_name: string;
  /** What was said, or taken back. */
  name: string;
  email: string;
  /** Who said what was taken back. */
  mapped_by: MappedBy | null;
  /** Whether that is what the source says anyway. */
  isAsInSource: boolean;
}

const SAID = 'remote_name, source_name, source_email, mapped_name, mapped_email, mapped_by';
type Said = Pick<AuthorRow, 'remote_name' | 'source_name' | 'source_email' | 'mapped_by'> & {
  mapped_name: string;
  mapped_email: string;
};

function changedAuthor({ remote_name, mapped_by, ...row }: Said): ChangedAuthor {
  const { mapped_name: name, mapped_email: email } = row;
  return { remote_name, name, email, mapped_by, isAsInSource: row.source_name === name && row.source_email === email };
}

/** Who an author is, without what else is known. */
export type SaidAuthor = Pick<
  AuthorRow,
  'id' | 'source_name' | 'source_email' | 'mapped_name' | 'mapped_email' | 'mapped_by'
>;
const SAID_OF = 'SELECT a.id, a.source_name, a.source_email, a.mapped_name, a.mapped_email, a.mapped_by';

/** Some of the authors that lie one behind the other: within `idRange`, and few enough for a moment. */
interface Stretch {
  sinceId: number;
  lastId: number;
  limit: number;
}

/** Statements on `import_authors`. */
export class AuthorTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  find(importId: number, query: AuthorQuery = {}): AuthorRow[] {
    return this.#store
      .sql<AuthorRow>(`${SELECT} ${WHERE} ${orderOf(query)} LIMIT @limit OFFSET @offset`)
      .all({ ...filters(importId, query), limit: query.limit ?? -1, offset: query.offset ?? 0 });
  }

  /**
   * Authors with greater ids, as they were found, and few enough for a moment. The ids of an import lie beside each other: they are
   * walked through, where an index over the import would be read and put in order as a whole, for each part again.
   */
  next(importId: number, stretch: Stretch): AuthorRow[] {
    return this.#store.sql<AuthorRow>(`${SELECT} ${STRETCH}`).all({ importId, ...stretch });
  }

  /** Who the next ones are: half of what it takes to read all that is known. */
  nextSaid(importId: number, stretch: Stretch): SaidAuthor[] {
    return this.#store.sql<SaidAuthor>(`${SAID_OF} FROM import_authors a ${STRETCH}`).all({ importId, ...stretch });
  }

  /** Who authors with these ids are. Those that are not there are left out. */
  saidWithIds(importId: number, ids: readonly number[]): SaidAuthor[] {
    return this.#store
      .sql<SaidAuthor>(
        `${SAID_OF} FROM import_authors a WHERE +a.import_id = @importId AND a.id IN (SELECT value FROM json_each(@ids))`,
      )
      .all({ importId, ids: JSON.stringify(ids) });
  }

  /** The least and the greatest id of an import's authors; zeros where there are none. */
  idRange(importId: number): { first: number; last: number } {
    const range = this.#store.sql<{ first: number; last: number }>(
      'SELECT coalesce(min(id), 0) AS first, coalesce(max(id), 0) AS last FROM import_authors WHERE import_id = @importId',
    );
    return range.get({ importId }) ?? { first: 0, last: 0 };
  }

  /** The authors with these ids, in their order. Those that are not there any more are left out. */
  withIds(importId: number, ids: readonly number[]): AuthorRow[] {
    const rows = this.#store
      .sql<AuthorRow>(`${SELECT} WHERE +a.import_id = @importId AND a.id IN (SELECT value FROM json_each(@ids))`)
      .all({ importId, ids: JSON.stringify(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Whether an import has more authors than this. */
  hasMoreThan(importId: number, authors: number): boolean {
    const one = this.#store.sql('SELECT 1 FROM import_authors WHERE import_id = @importId LIMIT 1 OFFSET @authors');
    return one.get({ importId, authors }) !== undefined;
  }

  count(importId: number, query: AuthorQuery = {}): number {
    // Counted in the index where nothing else is asked for: 100,000 rows would take a tenth of a second.
    const { text, sinceId, sinceTime, open, kept } = query;
    const isPlain = !text && sinceId === undefined && sinceTime === undefined && !open && !kept;
    const all = this.#store.sql<{ n: number }>(
      isPlain
        ? `SELECT (SELECT count(*) FROM import_authors WHERE import_id = @importId)
            - (SELECT count(*) FROM import_authors WHERE import_id = @importId AND made_count = 0) AS n`
        : `SELECT count(*) AS n FROM import_authors a ${WHERE}`,
    );
    return all.get(isPlain ? { importId } : filters(importId, query))?.n ?? 0;
  }

  countMapped(importId: number): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM import_authors a WHERE a.import_id = @importId AND a.mapped_name IS NOT NULL AND ${HERE}`,
        )
        .get({ importId })?.n ?? 0
    );
  }

  /**
   * Authors that nobody mapped, and for whom the source names no address: what stands there has no host with a dot.
   * @param sinceId counts those with greater ids
   */
  countPlaceholders(importId: number, sinceId = 0): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM import_authors a WHERE a.import_id = @importId AND a.id > @sinceId AND ${HERE} AND ${OPEN}`,
        )
        .get({ importId, sinceId })?.n ?? 0
    );
  }

  byId(importId: number, id: number): AuthorRow | undefined {
    return this.#store.sql<AuthorRow>(`${SELECT} WHERE a.import_id = @importId AND a.id = @id`).get({ importId, id });
  }

  /** Who they are, without what the people book suggests: for a map of 100,000 names its part took eight seconds of ten. */
  byRemoteName(importId: number, remoteName: string): SaidAuthor[] {
    return this.#store
      .sql<SaidAuthor>(`${SAID_OF} FROM import_authors a WHERE a.import_id = @importId AND a.remote_name = @remoteName`)
      .all({ importId, remoteName });
  }

  /**
   * Adds or updates what a source reports; mappings stay.
   * @param fromBook whether new authors are who the people book says
   */
  collect(importId: number, authors: readonly SourceAuthor[], fromBook = false): void {
    const upsert = this.#store.sql(COLLECT);
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
          fromBook: fromBook ? 1 : 0,
          now,
        });
      }
    };
    // The row that says that everything was fetched makes them durable.
    this.#store.relaxed(() => this.#store.transaction(write));
  }

  /** Whether the last mapping was of one project of several. */
  hasMade(importId: number): boolean {
    const one = this.#store.sql(
      'SELECT 1 FROM import_authors WHERE import_id = @importId AND made_count IS NOT NULL LIMIT 1',
    );
    return one.get({ importId }) !== undefined;
  }

  /**
   * Says how often authors with these ids appear in the project that was mapped.
   * @param made by `remote_id`; who is not there is of other projects only. Null where everything was mapped
   */
  setMade(
    importId: number,
    ids: { sinceId: number; lastId: number },
    made: ReadonlyMap<string, MadeAuthor> | null,
  ): void {
    const rows = this.#store
      .sql<{ id: number; remote_id: string; made_count: number | null; made_last_at: string | null }>(
        `SELECT id, remote_id, made_count, made_last_at FROM import_authors
         WHERE +import_id = @importId AND id > @sinceId AND id <= @lastId`,
      )
      .all({ importId, ...ids });
    const set = this.#store.sql(
      'UPDATE import_authors SET made_count = @count, made_first_at = @first, made_last_at = @last WHERE id = @id',
    );
    const write = () => {
      for (const { id, remote_id, made_count, made_last_at } of rows) {
        const author = made?.get(remote_id);
        const count = made === null ? null : (author?.commit_count ?? 0);
        const last = author?.last_commit_at ?? null;
        if (made_count === count && made_last_at === last) continue;
        set.run({ id, count, first: author?.first_commit_at ?? null, last });
      }
    };
    // The mapping that says so is made again where these are lost.
    this.#store.relaxed(() => this.#store.transaction(write));
  }

  /** Leaves those out of the list that a whole history does not have any more. @param told by `remote_id` */
  setTold(importId: number, ids: { sinceId: number; lastId: number }, told: ReadonlySet<string>): void {
    const rows = this.#store
      .sql<{ id: number; remote_id: string; made_count: number | null }>(
        `SELECT id, remote_id, made_count FROM import_authors
         WHERE +import_id = @importId AND id > @sinceId AND id <= @lastId`,
      )
      .all({ importId, ...ids });
    const set = this.#store.sql('UPDATE import_authors SET made_count = @count WHERE id = @id');
    const write = () => {
      for (const { id, remote_id, made_count } of rows) {
        const count = told.has(remote_id) ? null : 0;
        if (made_count !== count) set.run({ id, count });
      }
    };
    // The row that says that everything was fetched makes them durable.
    this.#store.relaxed(() => this.#store.transaction(write));
  }

  /** Forgets the authors of an import whose source is another one now. */
  removeAll(importId: number): void {
    this.#store.sql('DELETE FROM import_authors WHERE import_id = @importId').run({ importId });
  }

  /** Who authors with these ids are now. Those that are not there are left out. */
  identitiesOf(importId: number, ids: readonly number[]): Map<number, Identity> {
    const rows = this.#store
      .sql<{ id: number; name: string; email: string }>(
        `SELECT a.id, ${NAME} AS name, ${EMAIL} AS email FROM import_authors a
         WHERE +a.import_id = @importId AND a.id IN (SELECT value FROM json_each(@ids))`,
      )
      .all({ importId, ids: JSON.stringify(ids) });
    return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
  }

  /**
   * Says who authors are; of two that are said of one the later. Ids of other imports are left alone.
   * @param more whether others follow, with which these are on the disk
   * @returns those who are there
   */
  setMappings(
    importId: number,
    mappings: readonly { id: number; name: string; email: string }[],
    by: MappedBy,
    more = false,
  ): ChangedAuthor[] {
    const last = [...new Map(mappings.map(({ id, name, email }) => [id, [id, name, email]])).values()];
    // One statement: a statement each took more than twice as long.
    const set = this.#store.sql<Said>(
      `UPDATE import_authors SET mapped_name = said.value ->> 1, mapped_email = said.value ->> 2, mapped_by = @by, updated_at = @now
         FROM json_each(@said) said WHERE import_authors.id = said.value ->> 0 AND +import_authors.import_id = @importId
         RETURNING ${SAID}`,
    );
    const write = () => set.all({ importId, said: JSON.stringify(last), by, now: timestamp() });
    const rows = more ? this.#store.relaxed(write) : write();
    return rows.map(changedAuthor);
  }

  /** Takes mappings away: the authors are as the source says. @returns what they were */
  clearMappings(importId: number, ids: readonly number[]): ChangedAuthor[] {
    const mapped = `+import_id = @importId AND id IN (SELECT value FROM json_each(@ids))
      AND mapped_name IS NOT NULL AND mapped_email IS NOT NULL`;
    const which = { importId, ids: JSON.stringify(ids) };
    return this.#store.transaction(() => {
      const rows = this.#store.sql<Said>(`SELECT ${SAID} FROM import_authors WHERE ${mapped}`).all(which);
      this.#store
        .sql(
          `UPDATE import_authors SET mapped_name = NULL, mapped_email = NULL, mapped_by = NULL, updated_at = @now WHERE ${mapped}`,
        )
        .run({ ...which, now: timestamp() });
      return rows.map(changedAuthor);
    });
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
