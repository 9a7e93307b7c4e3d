/** A report that learns afterwards what was taken out of its repository. */
import { readFile } from 'node:fs/promises';
import type { Cleaned } from '../../git/reachable/clean-repository.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import { reachableCheck } from '../publish/reachable-check.ts';
import { writeReport } from './report.ts';

const KIND = 'foreign_objects_removed';

/** What an earlier version left in a repository, and what became of it. */
export function cleaningSentence({ removed }: Pick<Cleaned, 'removed'>): string {
  const objects = removed === 1 ? '1 object that no ref reached was' : `${removed} objects that no ref reached were`;
  return `An earlier version of Gantry published more than the branches and tags reach: ${objects} taken out of the repository. All refs and ids are the same. Archives and copies of its folder that were made before still hold them.`;
}

/**
 * Adds the count of objects, and what was taken out, to a report; does nothing where there is none.
 * @param files of the report beside the repository, where they lie today
 * @param folder of the import; null when it was removed
 * @param now UTC, `YYYY-MM-DDTHH:MM:SSZ`
 */
export async function amendReport(
  files: ImportReport['files'],
  folder: string | null,
  cleaned: Cleaned,
  now: string,
): Promise<void> {
  const text = await readFile(files.json, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return;
  const report = JSON.parse(text) as ImportReport;
  const check = reachableCheck(cleaned.reachable, cleaned.stored);
  const checks = [...report.checks.filter(({ subject }) => subject !== check.subject), check];
  const finding = {
    kind: KIND,
    severity: 'warning' as const,
    text: cleaningSentence(cleaned),
    count: cleaned.removed,
    examples: [`Taken out on ${now}`],
  };
  const before = report.findings.filter(({ kind }) => kind !== KIND);
  await writeReport(
    {
      ...report,
      files,
      checks,
      checks_total: checks.length,
      findings: cleaned.removed === 0 ? report.findings : [finding, ...before],
      verified: report.verified && check.ok,
    },
    folder,
  );
}
