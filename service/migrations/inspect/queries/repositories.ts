/** Repositories of an opened archive. */
import type { InspectedRepository } from '../../../vocabulary/archive-contents.ts';
import type { RecordsDatabase } from '../../records/records-database.ts';
import type { Paged, PageWanted } from './paged.ts';

interface Row {
  full_name: string;
  id: number | null;
  description: string | null;
  private: number | null;
  default_branch: string | null;
  size: number;
  wiki: number;
  head: string | null;
}

/** Those that records or Git data speak of, by name. */
const ALL = `
  SELECT substr(address, 2) AS full_name, id FROM repositories WHERE has_record = 1
  UNION ALL
  SELECT full_name, NULL FROM archive_repositories
  WHERE wiki = 0 AND '/' || full_name NOT IN (SELECT address FROM repositories WHERE has_record = 1)`;

/** Branches and tags that a list holds, a repository. */
const MOST_REFS = 1000;

export function repositories(index: RecordsDatabase, wanted: PageWanted & { q: string }): Paged<InspectedRepository> {
  const { limit, offset } = wanted;
  const q = `%${wanted.q.replace(/[\\%_]/g, '\\$&')}%`;
  const found = `FROM (${ALL}) AS known WHERE full_name LIKE @q ESCAPE '\\'`;
  const total = index.sql<{ n: number }>(`SELECT count(*) AS n ${found}`).get({ q })?.n ?? 0;
  const rows = index
    .sql<Row>(
      `SELECT known.full_name, known.id, r.description, r.private, r.default_branch,
         (SELECT ifnull(sum(size), 0) FROM archive_repositories a WHERE a.full_name = known.full_name) AS size,
         EXISTS (SELECT 1 FROM archive_repositories a WHERE a.full_name = known.full_name AND a.wiki = 1) AS wiki,
         (SELECT head FROM archive_repositories a WHERE a.full_name = known.full_name AND a.wiki = 0) AS head
       FROM (SELECT * ${found}) AS known LEFT JOIN repositories r ON r.id = known.id
       ORDER BY known.full_name LIMIT @limit OFFSET @offset`,
    )
    .all({ q, limit, offset });
  return { rows: rows.map((row) => inspected(index, row)), total };
}

function inspected(index: RecordsDatabase, row: Row): InspectedRepository {
  const refs = (kind: 'heads' | 'tags') =>
    index
      .sql<{ name: string; sha: string }>(
        `SELECT substr(name, ${`refs/${kind}/`.length + 1}) AS name, sha FROM archive_refs
         WHERE full_name = @fullName AND name GLOB 'refs/${kind}/*' ORDER BY name LIMIT ${MOST_REFS}`,
      )
      .all({ fullName: row.full_name });
  const count = (table: 'issues' | 'pull_requests' | 'releases') =>
    index
      .sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ifnull(repository_id, 0) = @id`)
      .get({ id: row.id })?.n ?? 0;
  return {
    full_name: row.full_name,
    description: row.description,
    // As it is restored.
    private: row.private !== 0,
    size: row.size,
    wiki: row.wiki === 1,
    default_branch: row.default_branch ?? row.head?.replace(/^refs\/heads\//, '') ?? null,
    branches: refs('heads'),
    tags: refs('tags'),
    issues_count: count('issues'),
    pull_requests_count: count('pull_requests'),
    releases_count: count('releases'),
  };
}
