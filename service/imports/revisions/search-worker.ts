/** The worker thread that looks for revisions in `revisions.tsv`. */
import { existsSync } from 'node:fs';
import { fileLines } from '../../files/file-lines.ts';
import { serveJob } from '../../processes/workers.ts';
import { HEADER, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';

export interface SearchJob {
  file: string;
  /** What somebody remembers. */
  text: string;
  limit: number;
}

export interface Found {
  rows: RevisionRow[];
  /** How many there are. */
  total: number;
}

serveJob<SearchJob, Found | null>(async ({ file, text, limit }) => {
  if (!existsSync(file)) return null;
  const matches = matcherOf(text);
  const rows: RevisionRow[] = [];
  let total = 0;
  for await (const line of fileLines(file)) {
    const row = line === HEADER ? null : rowOf(line);
    if (row === null || !matches(row)) continue;
    total += 1;
    if (rows.length < limit) rows.push(row);
  }
  return { rows, total };
});

/**
 * A number, with `r` or `C` or without, is that revision; four hex digits and more are the beginning of an id of the source or of a
 * commit; anything else is part of a path, of an author or of a date.
 */
function matcherOf(text: string): (row: RevisionRow) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  const number = /^(?:r|c|rev(?:ision)? ?|changeset ?|#)?(\d+)$/.exec(wanted)?.[1];
  const isHex = /^[0-9a-f]{4,40}$/.test(wanted);
  return ({ revision, path, commit, author, date }) => {
    const [, own = '', id = ''] = /^(?:[rC]?(\d+)(?::|$))?([0-9a-f]{40})?$/.exec(revision) ?? [];
    if (number !== undefined && own !== '' && Number(own) === Number(number)) return true;
    if (isHex && ((id !== '' && id.startsWith(wanted)) || commit.startsWith(wanted))) return true;
    if (number !== undefined || isHex) return false;
    return [path, author, date].some((cell) => cell.toLowerCase().includes(wanted));
  };
}
