/** How long an import may take, from what earlier ones took on this machine. */
import type { ImportRecord } from '../../store/import-record.ts';

type Past = Pick<
  ImportRecord,
  'vcs' | 'status' | 'commit_count' | 'started_at' | 'finished_at' | 'hold_before_push' | 'fetched'
>;

/** An import of fewer revisions says more about starting programs than about speed. */
const FEWEST_REVISIONS = 20;

/**
 * Seconds that an import of so many revisions may take; null without an import of the same kind to judge by.
 * @param past imports of this installation; those that waited for a person say nothing and are left out
 */
export function estimateSeconds(past: readonly Past[], vcs: string, revisions: number): number | null {
  const rates = past
    .filter((earlier) => earlier.vcs === vcs && earlier.status === 'complete' && !earlier.hold_before_push)
    .map((earlier) => ({
      revisions: earlier.fetched?.commit_count ?? earlier.commit_count ?? 0,
      seconds: Math.max(1, (Date.parse(earlier.finished_at ?? '') - Date.parse(earlier.started_at)) / 1000),
    }))
    .filter((earlier) => earlier.revisions >= FEWEST_REVISIONS && Number.isFinite(earlier.seconds))
    .map((earlier) => earlier.revisions / earlier.seconds)
    .sort((a, b) => a - b);
  const median = rates[Math.floor(rates.length / 2)];
  return median === undefined ? null : Math.max(1, Math.round(revisions / median));
}
