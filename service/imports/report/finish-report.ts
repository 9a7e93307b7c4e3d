import type { Sentence } from '../../../language/sentence.ts';
import type { MapResult } from '../../sources/source.ts';
import { timestamp } from '../../store/clock.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Compared, ImportReport } from '../../vocabulary/import-report.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { forgetBefore, whatCame } from '../publish/update.ts';
import { writeReport } from './report.ts';
import { isOfHiddenRefs, isVerified, verdictOf } from './verdict.ts';

/** Findings of the same kind become one: their counts add up. */
function merge(findings: readonly Finding[]): Finding[] {
  const byKind = new Map<string, Finding>();
  for (const finding of findings) {
    const known = byKind.get(finding.kind);
    if (known === undefined) byKind.set(finding.kind, finding);
    else {
      const examples = distinct([...known.examples, ...finding.examples]).slice(0, 100);
      byKind.set(finding.kind, { ...known, count: known.count + finding.count, examples });
    }
  }
  return [...byKind.values()];
}

function distinct(examples: readonly Sentence[]): Sentence[] {
  return [...new Map(examples.map((example) => [JSON.stringify(example), example])).values()];
}

/** What there is to look at when the source is not what was compared. */
function comparedFinding({ source_state, compared_with }: Compared): Finding[] {
  if (source_state === 'same') return [];
  const kind = source_state === 'moved_on' ? 'source_moved_on' : 'source_not_reached';
  return [{ kind, severity: 'warning', text: compared_with, count: 1, examples: [] }];
}

/** What a report says beside what was compared. */
export interface ReportFacts extends Pick<ImportReport, 'repository_path' | 'files'> {
  authors: number;
  authors_mapped: number;
  /** Authors that have a placeholder for an address. */
  authors_placeholder: number;
}

/** Writes the report of an import that was just published. @returns its verdict */
export async function finishReport(
  facts: ReportFacts,
  folder: string,
  record: ImportRecord,
  mapped: MapResult,
  checks: Check[],
  compared: Compared,
): Promise<Verdict> {
  const count = (prefix: string) => mapped.refs.filter((ref) => ref.name.startsWith(prefix)).length;
  const fetched = record.fetched;
  const hidden = record.include_hidden_refs ? [] : (fetched?.findings ?? []).filter(isOfHiddenRefs);
  const others = (fetched?.findings ?? []).filter((finding) => !isOfHiddenRefs(finding));
  const findings = merge([...comparedFinding(compared), ...hidden, ...others, ...mapped.findings]);
  const verdict = verdictOf({
    vcs: record.vcs as Vcs,
    mapped,
    checks,
    compared,
    people: { mapped: facts.authors_mapped, placeholder: facts.authors_placeholder, total: facts.authors },
    sourceRevisions: fetched?.commit_count ?? 0,
    findings,
  });
  const report: ImportReport = {
    import_id: record.id,
    owner: record.owner,
    repo: record.repo,
    vcs: record.vcs as Vcs,
    vcs_url: record.vcs_url,
    started_at: record.started_at,
    finished_at: timestamp(),
    verified: isVerified(verdict),
    verdict,
    ...compared,
    counts: {
      source_revisions: fetched?.commit_count ?? 0,
      commits: mapped.commit_count,
      branches: count('refs/heads/'),
      tags: count('refs/tags/'),
      authors: facts.authors,
      authors_mapped: facts.authors_mapped,
    },
    checks,
    checks_total: checks.length,
    findings,
    default_branch: mapped.head?.replace(/^refs\/heads\//, '') ?? null,
    repository_path: facts.repository_path,
    files: facts.files,
    update: await whatCame(folder, facts.repository_path, mapped.refs, fetched?.commit_count ?? 0),
  };
  await writeReport(report, folder);
  await forgetBefore(folder);
  return verdict;
}
