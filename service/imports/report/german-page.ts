/** The page of a report for somebody who reads German, beside what the import keeps. The one beside the repository is English. */
import { join } from 'node:path';
import { writePieces } from '../../files/durable-file.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import { readWholeReport } from './report.ts';
import { reportPage } from './report-page.ts';

/**
 * Writes it as the report is now.
 * @param folder of the import
 * @returns where it lies; null where there is no report
 */
export async function writeGermanPage(
  folder: string,
  files: Pick<ImportReport['files'], 'json'>,
): Promise<string | null> {
  const report = await readWholeReport(folder, files);
  if (report === null) return null;
  // Its catalogue is of no use to an engine that nobody asks in German.
  const { germanPageWords } = await import('./german-page-words.ts');
  const path = join(folder, 'report.de.html');
  await writePieces(path, reportPage(report, germanPageWords()));
  return path;
}
