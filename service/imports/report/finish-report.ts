import type { MapResult } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/imports.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import { forgetBefore, whatCame } from '../publish/update.ts';
import type { ImportRooms } from '../run/import-rooms.ts';
import { writeReport } from './report.ts';

/** Findings of the same kind become one: their counts add up. */
function merge(findings: readonly Finding[]): Finding[] {
  const byKind = new Map<string, Finding>();
  for (const finding of findings) {
    const known = byKind.get(finding.kind);
    if (known === undefined) byKind.set(finding.kind, finding);
    else {
      const examples = [...new Set([...known.examples, ...finding.examples])].slice(0, 100);
      byKind.set(finding.kind, { ...known, count: known.count + finding.count, examples });
    }
  }
  return [...byKind.values()];
}

/** Writes the report of an import that was just published. @returns whether everything is equal */
export async function finishReport(
  rooms: ImportRooms,
  folder: string,
  record: ImportRecord,
  mapped: MapResult,
  checks: Check[],
  findings: Finding[],
): Promise<boolean> {
  const count = (prefix: string) => mapped.refs.filter((ref) => ref.name.startsWith(prefix)).length;
  const fetched = record.fetched;
  const hidden = record.include_hidden_refs
    ? []
    : (fetched?.findings ?? []).filter(({ kind }) => kind === 'hidden_ref');
  const others = (fetched?.findings ?? []).filter(({ kind }) => kind !== 'hidden_ref');
  const verified = checks.every((check) => check.ok);
  const report: ImportReport = {
    import_id: record.id,
    owner: record.owner,
    repo: record.repo,
    vcs: record.vcs as Vcs,
    vcs_url: record.vcs_url,
    started_at: record.started_at,
    finished_at: rooms.now(),
    verified,
    counts: {
      source_revisions: fetched?.commit_count ?? 0,
      commits: mapped.commit_count,
      branches: count('refs/heads/'),
      tags: count('refs/tags/'),
      authors: rooms.authors.count(record.id),
      authors_mapped: rooms.authors.countMapped(record.id),
    },
    checks,
    checks_total: checks.length,
    findings: merge([...hidden, ...others, ...mapped.findings, ...findings]),
    default_branch: mapped.head?.replace(/^refs\/heads\//, '') ?? null,
    repository_path: rooms.repositoryPath(record),
    files: rooms.reportFiles(record),
    update: await whatCame(folder, rooms.repositoryPath(record), mapped.refs, fetched?.commit_count ?? 0),
  };
  await writeReport(report, folder);
  await forgetBefore(folder);
  await rooms.repositoryChanged(record.repository_id, mapped.head);
  return verified;
}
