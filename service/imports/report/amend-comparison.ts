/** A report that learns what a comparison of every revision found. */
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Comparison } from '../../vocabulary/comparison.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Check } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { isOfSame, readWholeReport, writeReport } from './report.ts';
import { equalOf, isVerified } from './verdict.ts';

const SUBJECT = say('Every revision');
const SUBJECT_OF_REFS = say('Branches and tags since publishing');

/**
 * Adds the comparison, and a check of it. A difference makes the verdict's second part red; what was compared before a later
 * mapping or update is in no later report.
 * @param folder `imports/<id>`
 * @returns the verdict as it is now; null where there is no report, or one of an earlier version
 */
export async function amendComparison(
  files: ImportReport['files'],
  folder: string,
  comparison: Comparison,
): Promise<Verdict | null> {
  const report = await readWholeReport(folder, files);
  if (report?.verdict === undefined) return null;
  const { total, compared, refs } = comparison;
  const differing = comparison.differing - (refs?.differing ?? 0);
  const counts = { compared, total: String(total) };
  const check: Check = {
    subject: SUBJECT,
    what: say('revisions compared one by one with the source asked anew, and those that differ'),
    expected: say('{compared} of {total} compared, 0 differ', counts),
    found: say('{compared} of {total} compared, {differing} differ', { ...counts, differing }),
    ok: differing === 0,
  };
  const ofRefs: Check[] =
    refs === undefined
      ? []
      : [
          {
            subject: SUBJECT_OF_REFS,
            what: say('branches and tags of the repository that hold what was published'),
            expected: String(refs.total),
            found: String(refs.total - refs.differing),
            ok: refs.differing === 0,
          },
        ];
  const added = [check, ...ofRefs];
  const checks = [...report.checks.filter((before) => !added.some((one) => isOfSame(before, one))), ...added];
  const { source_state = 'not_reached', compared_at = '', compared_with = '' } = report;
  const base = equalOf({ checks, compared: { source_state, compared_at, compared_with } });
  const first = comparison.differences[0];
  const where =
    first === undefined
      ? []
      : [
          say('First: {revision} of {path}: {files}.', {
            revision: first.revision,
            path: first.path,
            files: listed(first.files),
          }),
        ];
  // What somebody asked for and could not be shown is not green.
  const isWhole = comparison.not_compared === 0 && compared === total;
  const state = base.state === 'green' && !isWhole ? ('amber' as const) : base.state;
  const equal = { ...base, state, text: [base.text, comparison.text, ...where] };
  const verdict = { ...report.verdict, equal };
  await writeReport(
    { ...report, files, checks, checks_total: checks.length, comparison, verdict, verified: isVerified(verdict) },
    folder,
  );
  return verdict;
}

/** Names after one another. */
function listed(files: readonly Sentence[]): Sentence {
  return files.length === 0 ? '' : files.reduceRight((other, one) => say('{one}, {other}', { one, other }));
}
