/** Live numbers of what runs, as events bring them: kept with the other answers of the engine, and asked for by nobody. */

import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { ArchiveProgress, ImportProgress } from '../../service/vocabulary/progress.ts';
import type { ArchiveJob } from './archive-job.ts';
import { queryKeys } from './query-keys.ts';

/** The last reading of a running import; null before one came. */
export function useImportProgress(importId: number): ImportProgress | null {
  const queryKey = queryKeys.importProgress(importId);
  return useQuery<ImportProgress>({ queryKey, queryFn: skipToken }).data ?? null;
}

/** The last reading of a running export, reading or restore; null before one came. */
export function useArchiveProgress(job: ArchiveJob): ArchiveProgress | null {
  const queryKey = queryKeys.archiveProgress(job);
  return useQuery<ArchiveProgress>({ queryKey, queryFn: skipToken }).data ?? null;
}

export function keepImportProgress(queries: QueryClient, importId: number, progress: ImportProgress): void {
  queries.setQueryData<ImportProgress>(queryKeys.importProgress(importId), progress);
}

export function keepArchiveProgress(queries: QueryClient, job: ArchiveJob, progress: ArchiveProgress): void {
  queries.setQueryData<ArchiveProgress>(queryKeys.archiveProgress(job), progress);
}
