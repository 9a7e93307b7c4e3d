/** A report that learns afterwards what was taken out of its repository. */
import { moment, type Said, say } from '../../../language/sentence.ts';
import type { Cleaned } from '../../git/reachable/clean-repository.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Check } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { reachableCheck } from '../publish/reachable-check.ts';
import { isOfSame, readWholeReport, writeReport } from './report.ts';
import { differsSentence } from './verdict-sentences.ts';

const KIND = 'foreign_objects_removed';

/** What an earlier version left in a repository, and what became of it. */
export function cleaningSentence({ removed }: Pick<Cleaned, 'removed'>): Said {
  return removed === 1
    ? say(
        'An earlier version of Gantry published more than the branches and tags reach: 1 object that no ref reached was taken out of the repository. All refs and ids are the same. Archives and copies of its folder that were made before still hold them.',
      )
    : say(
        'An earlier version of Gantry published more than the branches and tags reach: {count} objects that no ref reached were taken out of the repository. All refs and ids are the same. Archives and copies of its folder that were made before still hold them.',
        { count: removed },
      );
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
  const check = reachableCheck(cleaned.reachable, cleaned.stored);
  const finding = {
    kind: KIND,
    severity: 'warning' as const,
    text: cleaningSentence(cleaned),
    count: cleaned.removed,
    examples: [say('Taken out on {at}', { at: moment(now) })],
  };
  await amend(files, folder, check, (findings) => {
    const before = findings.filter(({ kind }) => kind !== KIND);
    return cleaned.removed === 0 ? findings : [finding, ...before];
  });
}

/**
 * Says in a report that the folder of the repository was lost; does nothing where there is none.
 * @param files and `folder` as for `amendReport`
 */
export async function amendLostReport(files: ImportReport['files'], folder: string): Promise<void> {
  const what = say('whether its folder is there');
  const check = { subject: say('The repository'), what, expected: say('there'), found: say('missing'), ok: false };
  await amend(files, folder, check, (findings) => findings);
}

/** Says in a report that the repository was found damaged. @param damage part of a sentence */
export async function amendDamagedReport(files: ImportReport['files'], folder: string, damage: Said): Promise<void> {
  const what = say('whether its refs, and what they name, can be read');
  const check = { subject: say('The repository'), what, expected: say('readable'), found: damage, ok: false };
  await amend(files, folder, check, (findings) => findings);
}

/** The verdict's second part with the checks of now. */
function equalOf({ verdict }: ImportReport, checks: readonly Check[]): Verdict['equal'] {
  const { compared_at, ...before } = (verdict as Verdict).equal;
  const differing = checks.filter(({ ok }) => !ok).length;
  const counts = { compared: checks.length, differing, compared_at };
  if (differing === 0) return { ...before, ...counts };
  return { state: 'red', text: differsSentence(differing, checks.length), ...counts };
}

async function amend(
  files: ImportReport['files'],
  folder: string | null,
  check: Check,
  change: (findings: ImportReport['findings']) => ImportReport['findings'],
): Promise<void> {
  const report = await readWholeReport(folder, files);
  if (report === null) return;
  const checks = [...report.checks.filter((before) => !isOfSame(before, check)), check];
  await writeReport(
    {
      ...report,
      files,
      checks,
      checks_total: checks.length,
      findings: change(report.findings),
      verified: report.verified && check.ok,
      ...(report.verdict === undefined ? {} : { verdict: { ...report.verdict, equal: equalOf(report, checks) } }),
    },
    folder,
  );
}

/** Says other findings in a report; does nothing where there is none. @param files and `folder` as for `amendReport` */
export async function amendFindings(
  files: ImportReport['files'],
  folder: string,
  change: (findings: ImportReport['findings']) => ImportReport['findings'],
): Promise<void> {
  const report = await readWholeReport(folder, files);
  if (report !== null) await writeReport({ ...report, files, findings: change(report.findings) }, folder);
}
