/** What is wrong with an opened archive. */
import { decodeSentence } from '../../../store/sentence-column.ts';
import type { RecordsDatabase } from '../../records/records-database.ts';
import type { Problem } from '../index-tables.ts';
import type { Paged, PageWanted } from './paged.ts';

/** Errors first, then as they were found. */
export function problems(index: RecordsDatabase, page: PageWanted): Paged<Problem> {
  const total = index.sql<{ n: number }>('SELECT count(*) AS n FROM archive_problems').get({})?.n ?? 0;
  const rows = index
    .sql<Pick<Problem, 'kind' | 'severity' | 'subject'> & { text: string }>(
      `SELECT kind, severity, subject, text FROM archive_problems
       ORDER BY severity = 'warning', id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...page })
    .map((row) => ({ ...row, text: decodeSentence(row.text) }));
  return { rows, total };
}

/** Size of an attachment or of another file, in bytes; null when the archive has none of this path. */
export function fileSize(index: RecordsDatabase, path: string): number | null {
  return index.sql<{ size: number }>('SELECT size FROM archive_files WHERE path = @path').get({ path })?.size ?? null;
}
