/** Issues and pull requests of an opened archive: listed and searched. */
import type { InspectedIssue } from '../../../vocabulary/archive-contents.ts';
import { ROOT } from '../../records/addresses.ts';
import type { Value } from '../../records/record-rows.ts';
import type { RecordsDatabase } from '../../records/records-database.ts';
import { labelName, loginOf } from './names.ts';
import type { Paged, PageWanted } from './paged.ts';

export interface IssuesWanted extends PageWanted {
  /** Words of titles, bodies and comments; '' for all. */
  q: string;
  repository: string | null;
  kind: 'issue' | 'pull_request' | null;
  state: 'open' | 'closed' | 'merged' | null;
}

export interface ThreadRow {
  address: string;
  kind: 'issue' | 'pull_request';
  repository: string;
  number: number;
  state: 'open' | 'closed' | 'merged';
}

export interface IssueRow {
  repository_id: number;
  title: string | null;
  body: string | null;
  user: string | null;
  /** JSON arrays of addresses below our root. */
  labels: string | null;
  assignees: string | null;
  milestone: string | null;
  created_at: string | null;
  closed_at: string | null;
  /** JSON, of pull requests. */
  base?: string | null;
  head?: string | null;
}

/** Newest first. */
export function issues(index: RecordsDatabase, wanted: IssuesWanted): Paged<InspectedIssue> {
  const { limit, offset, repository, kind, state } = wanted;
  const conditions: string[] = [];
  const parameters: Record<string, Value> = {};
  const require = (condition: string, name: string, value: Value) => {
    if (value === null) return;
    conditions.push(condition);
    parameters[name] = value;
  };
  require('repository = @repository', 'repository', repository);
  require('kind = @kind', 'kind', kind);
  require('state = @state', 'state', state);
  if (wanted.q.trim() !== '') {
    const words = searchWords(wanted.q);
    if (words === '') return { rows: [], total: 0 };
    require(`address IN (SELECT thread FROM archive_texts
         WHERE id IN (SELECT rowid FROM archive_search WHERE archive_search MATCH @words))`, 'words', words);
  }
  const found = `FROM archive_threads ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
  const total = index.sql<{ n: number }>(`SELECT count(*) AS n ${found}`).get(parameters)?.n ?? 0;
  const rows = index
    .sql<ThreadRow>(
      `SELECT address, kind, repository, number, state ${found}
       ORDER BY created_at DESC, number DESC, address DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ ...parameters, limit, offset });
  return { rows: rows.map((row) => inspectedIssue(index, row, issueRow(index, row))), total };
}

/** Every word by its beginning; characters that FTS5 gives a meaning stand in quotes. */
function searchWords(q: string): string {
  return (q.match(/[\p{L}\p{N}_]+/gu) ?? [])
    .slice(0, 20)
    .map((word) => `"${word}"*`)
    .join(' ');
}

export function issueRow(index: RecordsDatabase, { kind, address }: ThreadRow): IssueRow {
  const [table, more] = kind === 'issue' ? ['issues', ''] : ['pull_requests', ', base, head'];
  return index
    .sql<IssueRow>(
      `SELECT repository_id, title, body, user, labels, assignees, milestone, created_at, closed_at${more}
       FROM ${table} WHERE address = @address
         AND repository_id = (SELECT id FROM repositories WHERE address = @repository)`,
    )
    .get({ address, repository: repositoryOf(address) }) as IssueRow;
}

function repositoryOf(address: string): string {
  return /^\/[^/#?]+\/[^/#?]+/.exec(address)?.[0] ?? '';
}

export function inspectedIssue(index: RecordsDatabase, thread: ThreadRow, row: IssueRow): InspectedIssue {
  return {
    kind: thread.kind,
    repository: thread.repository,
    number: thread.number,
    title: row.title ?? '',
    state: thread.state,
    user: loginOf(row.user),
    labels: addressList(row.labels).map((address) => label(index, row.repository_id, address)),
    comments_count: countComments(index, thread),
    created_at: row.created_at,
    closed_at: row.closed_at,
  };
}

/** Addresses in a JSON array, without our root. */
export function addressList(json: string | null): string[] {
  const list: unknown = json === null ? [] : JSON.parse(json);
  if (!Array.isArray(list)) return [];
  return list
    .map((item: unknown) => (typeof item === 'string' ? item : (item as { url?: unknown } | null)?.url))
    .filter((item): item is string => typeof item === 'string')
    .map((item) => (item.startsWith(`${ROOT}/`) ? item.slice(ROOT.length) : item));
}

function label(index: RecordsDatabase, repositoryId: number, address: string): { name: string; color: string } {
  const row = index
    .sql<{ name: string | null; color: string | null }>(
      'SELECT name, color FROM labels WHERE ifnull(repository_id, 0) = @repositoryId AND address = @address',
    )
    .get({ repositoryId, address });
  return { name: row?.name ?? labelName(address), color: row?.color ?? '' };
}

function countComments(index: RecordsDatabase, { kind, address }: ThreadRow): number {
  const column = kind === 'issue' ? 'issue' : 'pull_request';
  const count = (table: string) =>
    index.sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE "${column}" = @address`).get({ address })?.n ??
    0;
  return count('issue_comments') + (kind === 'issue' ? 0 : count('pull_request_review_comments'));
}
