import type { Vcs } from '../vocabulary/history.ts';
import type { ImportStatus } from '../vocabulary/import-status.ts';
import type { CommitsOfYear } from '../vocabulary/repository-statistics.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, WITHIN_REACH } from './reach.ts';
import { NOT_DELETED, OF_ACCOUNT } from './repositories.ts';

type PartState = Verdict['complete']['state'];

/** What a table of repositories shows of each. */
export interface RepositorySummaryRow {
  id: number;
  owner: string;
  name: string;
  size_kb: number;
  /** When something was put into it last. */
  pushed_at: string;
  /** The migration that locks it, and whose that is; null when it is not locked. */
  locking_migration: number | null;
  locking_owner: string | null;
  origin: 'imported' | 'restored' | 'made';
  /** Of its import; null where there is none. */
  vcs: Vcs | null;
  vcs_url: string | null;
  status: ImportStatus | null;
  /** States of the verdict's parts; null before there is a verdict. */
  verdict: Record<keyof Verdict, PartState> | null;
  /** Oldest first; null when nobody has counted what is there now. */
  years: CommitsOfYear[] | null;
  /** Where it was pushed to, and when last, in the order in which it first was. */
  remotes: { remote_url: string; pushed_at: string }[];
}

type Encoded = Omit<RepositorySummaryRow, 'verdict' | 'years' | 'remotes' | 'origin'> & {
  has_records: 0 | 1;
  complete: PartState | null;
  equal: PartState;
  people: PartState;
  years: string | null;
  remotes: string;
};

const SEEN = `FROM repositories r JOIN accounts a ON a.id = r.owner_id WHERE ${OF_ACCOUNT} AND ${NOT_DELETED} AND ${WITHIN_REACH}`;
const IDS = `SELECT r.id ${SEEN} ORDER BY a.login COLLATE NOCASE, r.name COLLATE NOCASE, r.id LIMIT @limit`;
const TOTAL = `SELECT count(*) AS n ${SEEN}`;
const ROWS = `SELECT r.id, a.login AS owner, r.name, r.size_kb, r.pushed_at,
  l.migration_id AS locking_migration, lo.login AS locking_owner,
  i.vcs, i.vcs_url, i.status,
  json_extract(i.verdict, '$.complete.state') AS complete,
  json_extract(i.verdict, '$.equal.state') AS equal,
  json_extract(i.verdict, '$.people.state') AS people,
  s.years, r.records_id IS NOT NULL AS has_records,
  (SELECT json_group_array(json_object('remote_url', p.remote_url, 'pushed_at', p.pushed_at) ORDER BY p.id)
   FROM remotes p WHERE p.repository_id = r.id) AS remotes
FROM json_each(@ids) wanted JOIN repositories r ON r.id = wanted.value JOIN accounts a ON a.id = r.owner_id
LEFT JOIN imports i ON i.repository_id = r.id
LEFT JOIN repository_statistics s ON s.repository_id = r.id
LEFT JOIN repository_locks l ON l.repository_id = r.id
LEFT JOIN migrations m ON m.id = l.migration_id
LEFT JOIN accounts lo ON lo.id = m.owner_id
ORDER BY wanted.key`;
const RESTORED = `SELECT DISTINCT lower(value) AS name FROM restores, json_each(restores.summary, '$.repositories')
WHERE restores.state = 'restored'`;
/** Rows that take a few milliseconds. */
const AT_ONCE = 250;

/** Repositories of the account and of its organizations, by name, some at a time, and how many there are: there may be thousands. */
export function repositorySummaries(
  store: Store,
  accountId: number,
  reach: Reach,
  limit?: number,
): { rows: Generator<RepositorySummaryRow[]>; total: number } {
  const seen = { accountId, ...reachParameters(reach) };
  const ids = store
    .sql<{ id: number }>(IDS)
    .all({ ...seen, limit: limit ?? -1 })
    .map(({ id }) => id);
  const total = limit === undefined ? ids.length : (store.sql<{ n: number }>(TOTAL).get(seen)?.n ?? 0);
  return { rows: rowsOf(store, ids), total };
}

function* rowsOf(store: Store, ids: readonly number[]): Generator<RepositorySummaryRow[]> {
  const restored = new Set(
    store
      .sql<{ name: string }>(RESTORED)
      .all()
      .map(({ name }) => name),
  );
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = store.sql<Encoded>(ROWS).all({ ids: JSON.stringify(ids.slice(from, from + AT_ONCE)) });
    yield rows.map(({ has_records, complete, equal, people, years, remotes, ...row }) => ({
      ...row,
      origin: originOf(row, has_records === 1 || restored.has(`${row.owner}/${row.name}`.toLowerCase())),
      verdict: complete === null ? null : { complete, equal, people },
      years: years === null ? null : (JSON.parse(years) as RepositorySummaryRow['years']),
      remotes: JSON.parse(remotes) as RepositorySummaryRow['remotes'],
    }));
  }
}

function originOf({ status }: Pick<RepositorySummaryRow, 'status'>, restored: boolean): RepositorySummaryRow['origin'] {
  if (status !== null) return 'imported';
  return restored ? 'restored' : 'made';
}
