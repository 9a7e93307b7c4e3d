/** What a fetch noted of revisions that became commits: `changesets.tsv` in the import's folder, ids of the commits as fetched. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf, type RevisionRow } from '../../vocabulary/revision-row.ts';

export const KEPT_REVISIONS = 'changesets.tsv';

/** Lines joined before they are written. */
const BATCH = 20_000;

/** The fetch as a whole is flushed at its end. @param folder the fetch's */
export function keepRevisions(folder: string, rows: Iterable<RevisionRow>): void {
  const path = join(folder, KEPT_REVISIONS);
  writeFileSync(path, '', { mode: 0o600 });
  let lines: string[] = [];
  const write = () => {
    writeFileSync(path, lines.join(''), { flag: 'a' });
    lines = [];
  };
  for (const row of rows) if (lines.push(lineOf(row)) === BATCH) write();
  write();
}
