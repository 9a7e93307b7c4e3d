/** A report in words: of its data, those of one language. */

import type { Sentence } from '../../../language/sentence.ts';
import type { Comparison, ToldComparison } from '../../vocabulary/comparison.ts';
import type { ImportReport, ToldReport } from '../../vocabulary/import-report.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import type { ToldVerdict, Verdict } from '../../vocabulary/verdict.ts';

type InWords = (sentence: Sentence) => string;

/** Everything but the checks, of which there may be very many. */
export function reportInWords(
  report: ImportReport,
  inWords: InWords,
): Omit<ToldReport, 'checks'> & { checks: Check[] } {
  const { compared_with, verdict, comparison, findings, ...rest } = report;
  return {
    ...rest,
    ...(verdict === undefined ? {} : { verdict: verdictInWords(verdict, inWords) }),
    ...(compared_with === undefined ? {} : { compared_with: inWords(compared_with) }),
    findings: findingsInWords(findings, inWords),
    ...(comparison === undefined ? {} : { comparison: comparisonInWords(comparison, inWords) }),
  };
}

export function findingsInWords(findings: readonly Finding[], inWords: InWords): ToldReport['findings'] {
  return findings.map((finding) => ({
    ...finding,
    text: inWords(finding.text),
    examples: finding.examples.map(inWords),
  }));
}

export function checkInWords(
  { subject, what, expected, found, ok }: Check,
  inWords: InWords,
): ToldReport['checks'][number] {
  return { subject: inWords(subject), what: inWords(what), expected: inWords(expected), found: inWords(found), ok };
}

export function comparisonInWords({ text, left, differences, ...rest }: Comparison, inWords: InWords): ToldComparison {
  return {
    ...rest,
    text: inWords(text),
    left: left.map(inWords),
    differences: differences.map((difference) => ({ ...difference, files: difference.files.map(inWords) })),
  };
}

export function verdictInWords({ complete, equal, people }: Verdict, inWords: InWords): ToldVerdict {
  return {
    complete: { ...complete, text: inWords(complete.text) },
    equal: { ...equal, text: inWords(equal.text) },
    people: { ...people, text: inWords(people.text) },
  };
}
