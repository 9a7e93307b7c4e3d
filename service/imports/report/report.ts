/** The report of a finished import: what came, what was checked, what was left out and why. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inEnglish } from '../../failures/sentences.ts';
import { writePieces } from '../../files/durable-file.ts';
import { readPacked, writePacked } from '../../files/packed-file.ts';
import type { ImportReport, ToldReport } from '../../vocabulary/import-report.ts';
import type { Check } from '../../vocabulary/report.ts';
import { checkInWords, reportInWords } from './report-in-words.ts';
import { reportPage } from './report-page.ts';

/** Rows of the verification table that the API sends; the files beside the repository hold all. */
const MOST_CHECKS_SENT = 1000;

/** What the API answers of it: data of which it makes words. */
function apiFile(folder: string): string {
  return join(folder, 'report.json');
}

/** All of it as data, for whoever says it anew. The files beside the repository are for people, in English words. */
function wholeFile(folder: string): string {
  return join(folder, 'whole-report.json');
}

/** Whether two checks are of the same. Reports of earlier versions hold English words. */
export function isOfSame(one: Check, other: Check): boolean {
  return inEnglish(one.subject) === inEnglish(other.subject);
}

/**
 * Writes the report's two files beside the repository, and into the import's folder all of it as data, with a short one for
 * the API. Each is whole or not there.
 * @param report with all checks
 * @param folder null for an import that was removed, whose report stays beside the repository
 */
export async function writeReport(report: ImportReport, folder: string | null): Promise<void> {
  const failed = report.checks.filter((check) => !check.ok);
  const passed = report.checks.filter((check) => check.ok);
  const checks = [...failed, ...passed].slice(0, MOST_CHECKS_SENT);
  await Promise.all([
    writePieces(
      report.files.json,
      jsonPieces(reportInWords(report, inEnglish), (check) => checkInWords(check, inEnglish)),
    ),
    writePieces(report.files.html, reportPage(report)),
    ...(folder === null
      ? []
      : [
          writePieces(apiFile(folder), jsonPieces({ ...report, checks })),
          writePacked(wholeFile(folder), jsonPieces(report)),
        ]),
  ]);
}

/**
 * The report as the API sends it, failed checks first; null when there is none. Where the short one is damaged, the whole one
 * says the same.
 * @param files of the report beside the repository
 */
export async function readReport(
  folder: string,
  files: Pick<ImportReport['files'], 'json'>,
): Promise<ImportReport | null> {
  const own = await readWhole(apiFile(folder));
  if (own !== 'damaged') return own;
  const other = await readWholeReport(folder, files);
  if (other === null) return null;
  const failed = other.checks.filter((check) => !check.ok);
  const passed = other.checks.filter((check) => check.ok);
  return { ...other, checks: [...failed, ...passed].slice(0, MOST_CHECKS_SENT) };
}

/**
 * The report with all checks; null where there is none that can be read.
 * @param folder of the import, whose report is data; null for one that was removed, of which words are left
 */
export async function readWholeReport(
  folder: string | null,
  files: Pick<ImportReport['files'], 'json'>,
): Promise<ImportReport | null> {
  const own = folder === null ? null : await readWhole(wholeFile(folder), readPacked);
  if (own !== null && own !== 'damaged') return own;
  const other = await readWhole(files.json);
  return other === 'damaged' ? null : other;
}

async function readWhole(path: string, read = readText): Promise<ImportReport | 'damaged' | null> {
  try {
    const text = await read(path);
    return text === null ? null : (JSON.parse(text) as ImportReport);
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged';
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const readText = (path: string): Promise<string | null> => readFile(path, 'utf8');

/** @param written what is written of each check: all of them at once may be too many for the memory */
function* jsonPieces(
  { checks, ...rest }: ImportReport | (Omit<ToldReport, 'checks'> & { checks: Check[] }),
  written: (check: Check) => unknown = (check) => check,
): Generator<string> {
  yield `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "checks": [`;
  for (const [index, check] of checks.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(written(check))}`;
  }
  yield '\n  ]\n}\n';
}
