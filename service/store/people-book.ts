import type { Vcs } from '../vocabulary/history.ts';
import { timestamp } from './clock.ts';
import type { Listing, ListRange } from './listing.ts';
import type { Store } from './open.ts';
import { reading } from './recorded-refs.ts';

/** Who it was that said who somebody is: a person by hand or with a map, or the map of a list of imports. */
export type SetBy = 'person' | 'list';

/** A person of an account's people book. */
export interface BookRow {
  id: number;
  /** As sources call the person. */
  remote_name: string;
  /** The system whose sources do; null where any does. */
  vcs: Vcs | null;
  name: string;
  email: string;
  set_by: SetBy;
  updated_at: string;
}

/** Who somebody is, to be put into the book. */
export type BookEntry = Pick<BookRow, 'remote_name' | 'vcs' | 'name' | 'email'>;

export const BOOK_SORTS = ['remote_name', 'name', 'email', 'vcs', 'updated_at'] as const;
export type BookSort = (typeof BOOK_SORTS)[number];

export interface BookQuery {
  /** Part of a name or an address. */
  text?: string | undefined;
  vcs?: Vcs | undefined;
  sort?: BookSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

const COLUMNS = "p.id, p.remote_name, nullif(p.vcs, '') AS vcs, p.name, p.email, p.set_by, p.updated_at";
const WHERE = `WHERE p.account_id = @accountId AND (@vcs IS NULL OR p.vcs = @vcs)
  AND (@text IS NULL OR p.remote_name LIKE @text ESCAPE '\\' OR p.name LIKE @text ESCAPE '\\' OR p.email LIKE @text ESCAPE '\\')`;
const ORDER: Record<BookSort, string> = {
  remote_name: 'p.remote_name COLLATE NOCASE',
  name: 'p.name COLLATE NOCASE',
  email: 'p.email COLLATE NOCASE',
  vcs: 'p.vcs',
  updated_at: 'p.updated_at',
};

/**
 * SQL of the id of the entry that says who an author is: of the same system first, then of any, then of another.
 * @param account and the others: SQL
 */
export function entryOf({ account, remoteName, vcs }: { account: string; remoteName: string; vcs: string }): string {
  return `(SELECT known.id FROM people_book known WHERE known.account_id = ${account} AND known.remote_name = ${remoteName}
    ORDER BY known.vcs = ${vcs} DESC, known.vcs = '' DESC, known.updated_at DESC, known.id LIMIT 1)`;
}

function filters(accountId: number, { text, vcs }: BookQuery) {
  return { accountId, text: text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null, vcs: vcs ?? null };
}

function orderOf({ sort = 'remote_name', direction = 'asc' }: BookQuery): string {
  return `ORDER BY ${ORDER[sort]} ${direction === 'desc' ? 'DESC' : 'ASC'}, p.remote_name COLLATE NOCASE, p.id`;
}

/** Ids of the people that a query asks for, in its order, and how many fit in all; for threads: the whole book is read. */
export function bookIds(dataFolder: string, accountId: number, query: BookQuery, range: ListRange): Listing<number> {
  return reading(dataFolder, (db) => {
    const all = db
      .prepare<unknown[], number>(`SELECT p.id FROM people_book p ${WHERE} ${orderOf(query)}`)
      .pluck()
      .all(filters(accountId, query));
    return {
      rows: all.slice(range.offset, range.limit < 0 ? undefined : range.offset + range.limit),
      total: all.length,
    };
  });
}

/** Statements on `people_book`. */
export class PeopleBookTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  list(accountId: number, query: BookQuery, range: ListRange): Listing<BookRow> {
    const of = filters(accountId, query);
    const rows = this.#store
      .sql<BookRow>(`SELECT ${COLUMNS} FROM people_book p ${WHERE} ${orderOf(query)} LIMIT @limit OFFSET @offset`)
      .all({ ...of, ...range });
    const all = this.#store.sql<{ n: number }>(`SELECT count(*) AS n FROM people_book p ${WHERE}`).get(of);
    return { rows, total: all?.n ?? 0 };
  }

  /** The entries with greater ids, few enough for a moment, in the order in which they were made. */
  next(accountId: number, { sinceId, limit }: { sinceId: number; limit: number }): BookRow[] {
    return this.#store
      .sql<BookRow>(
        `SELECT ${COLUMNS} FROM people_book p WHERE +p.account_id = @accountId AND p.id > @sinceId ORDER BY p.id LIMIT @limit`,
      )
      .all({ accountId, sinceId, limit });
  }

  /** The people with these ids, in their order. Those that are not there any more are left out. */
  withIds(accountId: number, ids: readonly number[]): BookRow[] {
    return this.#store
      .sql<BookRow>(
        `SELECT ${COLUMNS} FROM json_each(@ids) wanted CROSS JOIN people_book p
         WHERE p.id = wanted.value AND p.account_id = @accountId ORDER BY wanted.key`,
      )
      .all({ accountId, ids: JSON.stringify(ids) });
  }

  /** Whether a book has more people than this. */
  hasMoreThan(accountId: number, people: number): boolean {
    const one = this.#store.sql('SELECT 1 FROM people_book WHERE account_id = @accountId LIMIT 1 OFFSET @people');
    return one.get({ accountId, people }) !== undefined;
  }

  /**
   * Puts people into the book. What a list says leaves alone what a person said.
   * @param more whether others follow, with which these are on the disk
   * @returns how many entries are new or other
   */
  put(accountId: number, entries: readonly BookEntry[], setBy: SetBy, more = false): number {
    const said = entries.map(({ remote_name, vcs, name, email }) => [remote_name, vcs ?? '', name, email]);
    // One statement: a statement each took more than twice as long.
    const put = this.#store.sql(
      `INSERT INTO people_book (account_id, remote_name, vcs, name, email, set_by, updated_at)
         SELECT @accountId, said.value ->> 0, said.value ->> 1, said.value ->> 2, said.value ->> 3, @setBy, @now
         FROM json_each(@said) said WHERE true
         ON CONFLICT (account_id, remote_name, vcs) DO UPDATE
         SET name = excluded.name, email = excluded.email, set_by = excluded.set_by, updated_at = excluded.updated_at
         WHERE (excluded.set_by = 'person' OR people_book.set_by = 'list')
           AND (name <> excluded.name OR email <> excluded.email OR set_by <> excluded.set_by)`,
    );
    const write = () => put.run({ accountId, said: JSON.stringify(said), setBy, now: timestamp() }).changes;
    return more ? this.#store.relaxed(write) : write();
  }

  /** Takes people out who are in the book as they are given here, and not otherwise. */
  takeBack(accountId: number, entries: readonly BookEntry[]): number {
    const said = entries.map(({ remote_name, vcs, name, email }) => [remote_name, vcs ?? '', name, email]);
    return this.#store
      .sql(
        `DELETE FROM people_book WHERE id IN (
           SELECT p.id FROM json_each(@said) said CROSS JOIN people_book p
           WHERE p.account_id = @accountId AND p.remote_name = said.value ->> 0 AND p.vcs = said.value ->> 1
             AND p.name = said.value ->> 2 AND p.email = said.value ->> 3 AND p.set_by = 'person')`,
      )
      .run({ accountId, said: JSON.stringify(said) }).changes;
  }

  /** @returns how many were there */
  remove(accountId: number, ids: readonly number[]): number {
    return this.#store
      .sql('DELETE FROM people_book WHERE account_id = @accountId AND id IN (SELECT value FROM json_each(@ids))')
      .run({ accountId, ids: JSON.stringify(ids) }).changes;
  }
}
