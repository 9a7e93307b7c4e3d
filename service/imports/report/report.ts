/** The report of a finished import: what came, what was checked, what was left out and why. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePieces } from '../../files/durable-file.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import { reportPage } from './report-page.ts';

/** Rows of the verification table that the API sends; the files beside the repository hold all. */
const MOST_CHECKS_SENT = 1000;

function apiFile(folder: string): string {
  return join(folder, 'report.json');
}

/**
 * Writes the report's two files beside the repository, and a short one for the API into the import's
 * folder. Each is whole or not there.
 * @param report with all checks
 * @param folder null for an import that was removed, whose report stays beside the repository
 */
export async function writeReport(report: ImportReport, folder: string | null): Promise<void> {
  const failed = report.checks.filter((check) => !check.ok);
  const passed = report.checks.filter((check) => check.ok);
  const checks = [...failed, ...passed].slice(0, MOST_CHECKS_SENT);
  await Promise.all([
    writePieces(report.files.json, jsonPieces(report)),
    writePieces(report.files.html, reportPage(report)),
    ...(folder === null ? [] : [writePieces(apiFile(folder), jsonPieces({ ...report, checks }))]),
  ]);
}

/**
 * The report as the API sends it, failed checks first; null when there is none. Where the import's own is damaged, that beside
 * the repository says the same.
 * @param files of the report beside the repository
 */
export async function readReport(
  folder: string,
  files: Pick<ImportReport['files'], 'json'>,
): Promise<ImportReport | null> {
  const own = await readWhole(apiFile(folder));
  if (own !== 'damaged') return own;
  const other = await readWhole(files.json);
  if (other === null || other === 'damaged') return null;
  const failed = other.checks.filter((check) => !check.ok);
  const passed = other.checks.filter((check) => check.ok);
  return { ...other, checks: [...failed, ...passed].slice(0, MOST_CHECKS_SENT) };
}

/** The report beside the repository, with all checks; null where there is none that can be read. */
export async function readWholeReport(path: string): Promise<ImportReport | null> {
  const report = await readWhole(path);
  return report === 'damaged' ? null : report;
}

async function readWhole(path: string): Promise<ImportReport | 'damaged' | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ImportReport;
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged';
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function* jsonPieces(report: ImportReport): Generator<string> {
  const { checks, ...rest } = report;
  yield `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "checks": [`;
  for (const [index, check] of checks.entries()) yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(check)}`;
  yield '\n  ]\n}\n';
}
