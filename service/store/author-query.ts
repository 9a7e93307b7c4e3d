import { entryOf } from './people-book.ts';

/** Who said who an author is: a person by hand or with a map, the map of a list of imports, or the people book. */
export type MappedBy = 'person' | 'list' | 'people_book';

export interface AuthorRow {
  id: number;
  import_id: number;
  remote_id: string;
  remote_name: string;
  /** Valid but possibly incorrect identity, made by the source. */
  source_name: string;
  source_email: string;
  /** Null where nobody said anything. */
  mapped_name: string | null;
  mapped_email: string | null;
  mapped_by: MappedBy | null;
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
  /** Only those that nobody mapped and for whom the source names no address. */
  open?: boolean | undefined;
  /** Only those whom somebody mapped to what is no address, as who keeps them as they are does. */
  kept?: boolean | undefined;
  sort?: AuthorSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

export const NAME = 'coalesce(a.mapped_name, a.source_name)';
export const EMAIL = 'coalesce(a.mapped_email, a.source_email)';
/** Of the project that was mapped, where it was one of several. */
const COUNT = 'coalesce(a.made_count, a.commit_count)';
const FIRST = 'iif(a.made_count IS NULL, a.first_commit_at, a.made_first_at)';
const LAST = 'iif(a.made_count IS NULL, a.last_commit_at, a.made_last_at)';
/** Authors of other projects only are left out, and those that the history does not have any more. */
export const HERE = '(a.made_count IS NULL OR a.made_count > 0)';
const ORDER: Record<AuthorSort, string> = {
  unmapped: 'a.mapped_name IS NOT NULL',
  remote_name: 'a.remote_name COLLATE NOCASE',
  name: `${NAME} COLLATE NOCASE`,
  email: `${EMAIL} COLLATE NOCASE`,
  commit_count: COUNT,
  first_commit_at: FIRST,
  last_commit_at: LAST,
};
/** With what the people book of whoever started the import says of those who are not mapped. */
const FROM = `FROM import_authors a JOIN imports i ON i.id = @importId LEFT JOIN people_book m ON a.mapped_name IS NULL
  AND m.id = ${entryOf({ account: 'i.started_by', remoteName: 'a.remote_name', vcs: 'i.vcs' })}
  AND (m.name <> a.source_name OR m.email <> a.source_email)`;
export const SELECT = `SELECT a.*, ${COUNT} AS commit_count, ${FIRST} AS first_commit_at, ${LAST} AS last_commit_at, m.name AS suggested_name, m.email AS suggested_email ${FROM}`;
export const STRETCH = `WHERE ${HERE} AND +a.import_id = @importId AND a.id > @sinceId AND a.id <= @lastId ORDER BY a.id LIMIT @limit`;
/** Nobody mapped them, and what stands there as an address has no host with a dot. */
export const OPEN = "(a.mapped_name IS NULL AND a.source_email NOT LIKE '%_@_%._%')";
const KEPT = "(a.mapped_email IS NOT NULL AND a.mapped_email NOT LIKE '%_@_%._%')";
export const WHERE = `WHERE ${HERE} AND (@open = 0 OR ${OPEN}) AND (@kept = 0 OR ${KEPT}) AND a.import_id = @importId AND a.id > @sinceId AND a.updated_at > @sinceTime
  AND (@text IS NULL OR a.remote_name LIKE @text ESCAPE '\\' OR ${NAME} LIKE @text ESCAPE '\\' OR ${EMAIL} LIKE @text ESCAPE '\\')`;

/** Parameters of `WHERE`. */
export function filters(importId: number, query: AuthorQuery) {
  const text = query.text ? `%${query.text.replace(/[\\%_]/g, '\\$&')}%` : null;
  return {
    importId,
    sinceId: query.sinceId ?? 0,
    sinceTime: query.sinceTime ?? '',
    text,
    open: query.open ? 1 : 0,
    kept: query.kept ? 1 : 0,
  };
}

export function orderOf({ sort, direction }: AuthorQuery): string {
  if (sort === undefined) return 'ORDER BY a.id';
  return `ORDER BY ${ORDER[sort]} ${direction === 'desc' ? 'DESC' : 'ASC'}, ${COUNT} DESC, a.id`;
}
