/** Worker thread that reads what the records say of one repository. */
import Database from 'better-sqlite3';
import { serveJob } from '../../processes/workers.ts';
import type { FoundInRecords } from '../../repositories/facts.ts';
import type { FactsJob } from './repository-facts.ts';

interface Row {
  has_issues: number | null;
  is_archived: number | null;
  repository_topics: string | null;
}

serveJob<FactsJob, FoundInRecords | null>(async ({ file, id }) => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const row = db
      .prepare<[number], Row>('SELECT has_issues, is_archived, repository_topics FROM repositories WHERE id = ?')
      .get(id);
    if (row === undefined) return null;
    const open = (table: 'issues' | 'pull_requests') =>
      db
        .prepare<[number], { n: number }>(
          `SELECT count(*) AS n FROM ${table} WHERE repository_id = ? AND closed_at IS NULL`,
        )
        .get(id)?.n ?? 0;
    return {
      has_issues: row.has_issues === 1,
      // The original counts pull requests among the issues.
      open_issues: open('issues') + open('pull_requests'),
      archived: row.is_archived === 1,
      topics: topicsIn(row.repository_topics),
    };
  } finally {
    db.close();
  }
});

/** Names of those that the repository has: suggestions that were declined are listed too. */
function topicsIn(text: string | null): string[] {
  const list: unknown = text === null ? [] : JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    if (typeof item === 'string') return item;
    const { topic_name: name, state = 'created' } = (item ?? {}) as Record<string, unknown>;
    return typeof name === 'string' && state === 'created' ? name : [];
  });
}
