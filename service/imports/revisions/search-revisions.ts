import { runInWorker } from '../../processes/workers.ts';
import type { Found, SearchJob } from './search-worker.ts';

/**
 * Revisions of an import that a text names, in a thread of their own.
 * @returns null where the import has no list of revisions
 */
export function searchRevisions(job: SearchJob): Promise<Found | null> {
  return runInWorker<SearchJob, Found | null>(import.meta.url, './search-worker', job, {
    signal: AbortSignal.timeout(30_000),
  });
}
