/** Live numbers of what runs, as events bring them: kept with the other answers of the engine, and asked for by nobody. */

import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { ToldArchiveProgress, ToldImportProgress } from '../../service/vocabulary/progress.ts';
import type { ArchiveJob } from './archive-job.ts';
import { queryKeys } from './query-keys.ts';

/** The last reading of a running import; null before one came. */
export function useImportProgress(importId: number): ToldImportProgress | null {
  const queryKey = queryKeys.importProgress(importId);
  return useQuery<ToldImportProgress>({ queryKey, queryFn: skipToken }).data ?? null;
}

/** The last reading of a running export, reading or restore; null before one came. */
export function useArchiveProgress(job: ArchiveJob): ToldArchiveProgress | null {
  const queryKey = queryKeys.archiveProgress(job);
  return useQuery<ToldArchiveProgress>({ queryKey, queryFn: skipToken }).data ?? null;
}

/** How fast an import was, one reading a second, the latest last; readings of one step only. */
export interface Rates {
  step: ToldImportProgress['step'];
  /** Of the last reading, in milliseconds. */
  at: number;
  values: number[];
}

/** How fast a running import was lately; empty before two readings came. */
export function useImportRates(importId: number): readonly number[] {
  const queryKey = queryKeys.importRates(importId);
  return useQuery<Rates>({ queryKey, queryFn: skipToken }).data?.values ?? [];
}

/** Most readings that are kept. */
const MOST_RATES = 60;
const BETWEEN_MS = 1000;

export function keepImportProgress(queries: QueryClient, importId: number, progress: ToldImportProgress): void {
  queries.setQueryData<ToldImportProgress>(queryKeys.importProgress(importId), progress);
  queries.setQueryData<Rates>(queryKeys.importRates(importId), (known) => withRate(known, progress, Date.now()));
}

/** The readings with another one; those of another step, or too soon after the last, change nothing. */
export function withRate(known: Rates | undefined, { step, rate }: ToldImportProgress, now: number): Rates | undefined {
  if (rate === null) return known?.step === step ? known : undefined;
  if (known?.step !== step) return { step, at: now, values: [rate] };
  if (now - known.at < BETWEEN_MS) return known;
  return { step, at: now, values: [...known.values, rate].slice(-MOST_RATES) };
}

export function keepArchiveProgress(queries: QueryClient, job: ArchiveJob, progress: ToldArchiveProgress): void {
  queries.setQueryData<ToldArchiveProgress>(queryKeys.archiveProgress(job), progress);
}
