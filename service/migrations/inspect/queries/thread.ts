/** One issue or pull request with everything that was said and that happened. */
import type { InspectedEntry, InspectedThread } from '../../../vocabulary/archive-contents.ts';
import type { RecordsDatabase } from '../../records/records-database.ts';
import { EVENT_COLUMNS, type EventRow, eventSummary, verdictSummary } from './event-words.ts';
import { addressList, inspectedIssue, issueRow, type ThreadRow } from './issues.ts';
import { loginOf } from './names.ts';

type Attachment = InspectedEntry['attachments'][number];

interface Said {
  address: string;
  user: string | null;
  body: string | null;
  created_at: string | null;
}

/** Null when there is none of this number. */
export function thread(index: RecordsDatabase, wanted: { repository: string; number: number }): InspectedThread | null {
  const found = index
    .sql<ThreadRow>(
      `SELECT address, kind, repository, number, state FROM archive_threads
       WHERE repository = @repository AND number = @number ORDER BY kind LIMIT 1`,
    )
    .get({ ...wanted });
  if (found === undefined) return null;
  const row = issueRow(index, found);
  const column = found.kind;
  return {
    ...inspectedIssue(index, found, row),
    body: row.body,
    assignees: addressList(row.assignees).map((address) => loginOf(address) ?? address),
    milestone: milestone(index, row.milestone),
    base: branch(row.base, found.repository),
    head: branch(row.head, found.repository),
    attachments: attachments(index, column, found.address),
    entries: entries(index, found),
  };
}

function milestone(index: RecordsDatabase, address: string | null): string | null {
  if (address === null) return null;
  const row = index
    .sql<{ title: string | null }>(
      `SELECT title FROM milestones WHERE address = @address
         AND repository_id = (SELECT id FROM repositories WHERE address = @repository)`,
    )
    .get({ address, repository: /^\/[^/#?]+\/[^/#?]+/.exec(address)?.[0] ?? '' });
  return row?.title ?? address;
}

/** `main`, or `ada:main` in another repository than the pull request's. */
function branch(json: string | null | undefined, repository: string): string | null {
  if (json === null || json === undefined) return null;
  const { ref, repo, user } = JSON.parse(json) as { ref?: unknown; repo?: unknown; user?: unknown };
  if (typeof ref !== 'string') return null;
  if (typeof repo === 'string' && repo.toLowerCase().endsWith(`/${repository.toLowerCase()}`)) return ref;
  return typeof user === 'string' ? `${loginOf(user) ?? user}:${ref}` : ref;
}

function attachments(index: RecordsDatabase, column: string, address: string): Attachment[] {
  return index
    .sql<{ name: string | null; path: string | null; size: number | null }>(
      `SELECT asset_name AS name, asset_url AS path, size FROM attachments LEFT JOIN archive_files f ON f.path = asset_url
       WHERE "${column}" = @address ORDER BY attachments.id`,
    )
    .all({ address })
    .flatMap(({ name, path, size }) =>
      path === null ? [] : [{ name: name ?? path.split('/').at(-1) ?? path, path, size }],
    );
}

function entries(index: RecordsDatabase, { kind, address }: ThreadRow): InspectedEntry[] {
  const list: InspectedEntry[] = [];
  const said = <Row extends Said>(table: string, columns: string, use: (row: Row) => InspectedEntry) => {
    const rows = index.sql<Row>(
      `SELECT address, ${columns}, created_at FROM ${table} WHERE "${kind}" = @address ORDER BY id`,
    );
    for (const row of rows.all({ address })) list.push(use(row));
  };
  const entry = (row: Said, of: InspectedEntry['kind'], attached: string | null): InspectedEntry => ({
    kind: of,
    user: loginOf(row.user),
    summary: null,
    body: row.body,
    path: null,
    created_at: row.created_at,
    attachments: attached === null ? [] : attachments(index, attached, row.address),
  });
  said('issue_comments', 'user, body', (row) => entry(row, 'comment', 'issue_comment'));
  said<Said & EventRow>('issue_events', `actor AS user, NULL AS body, ${EVENT_COLUMNS}`, (row) => ({
    ...entry(row, 'event', null),
    summary: eventSummary(row),
  }));
  if (kind === 'pull_request') {
    said<Said & { state: number | null }>('pull_request_reviews', 'user, body, state', (row) => ({
      ...entry(row, 'review', 'pull_request_review'),
      summary: verdictSummary(row.state),
    }));
    said<Said & { path: string | null }>('pull_request_review_comments', 'user, body, path', (row) => ({
      ...entry(row, 'review_comment', 'pull_request_review_comment'),
      path: row.path,
    }));
  }
  // Not as text: each may be written in a zone of its own.
  const times = new Map(list.map((each) => [each, Date.parse(each.created_at ?? '') || 0]));
  return list.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
}
