import { dataOf, Failure, type FailureData } from '../../failures/failure.ts';
import type { BatchEntryState } from '../../store/import-batches.ts';
import type { ImportRecord } from '../../store/import-record.ts';

/** States that no later change of the import touches: what becomes of a complete one is its own matter. */
export const SETTLED: ReadonlySet<BatchEntryState> = new Set(['refused', 'complete']);

/** What an import's state means for its line of the list. A line that a person must look at gives its place away. */
export function entryState(record: ImportRecord): { state: BatchEntryState; failure: FailureData | null } {
  const { status, failure } = record;
  switch (status) {
    case 'complete':
      return { state: 'complete', failure: null };
    case 'auth_failed':
    case 'detection_needs_auth':
      return { state: 'needs_attention', failure: failure ?? dataOf(Failure.of('import.asks_for_login', {})) };
    case 'detection_found_multiple':
      return { state: 'needs_attention', failure: dataOf(Failure.of('import.several_projects', {})) };
    case 'detection_found_nothing':
      return {
        state: 'failed',
        failure: failure ?? dataOf(Failure.of('import.nothing_found', { url: record.vcs_url })),
      };
    case 'error':
      return { state: record.unknown_host === null ? 'failed' : 'needs_attention', failure };
    default:
      return record.waiting_for_release
        ? { state: 'needs_attention', failure: dataOf(Failure.of(waitsFor(record), {})) }
        : { state: 'running', failure: null };
  }
}

function waitsFor({ hold_for_new_authors }: ImportRecord): 'import.authors_unknown' | 'import.waits_for_release' {
  return hold_for_new_authors ? 'import.authors_unknown' : 'import.waits_for_release';
}
