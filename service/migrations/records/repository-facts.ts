/** What the fields of a repository say about its records. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInWorker } from '../../processes/workers.ts';
import type { FoundInRecords } from '../../repositories/facts.ts';

export interface FactsJob {
  file: string;
  /** Of the repository in the records. */
  id: number;
}

/** @returns null when there are no records, or none of this repository */
export async function readRecordsOf(
  dataFolder: string,
  id: number,
  signal: AbortSignal,
): Promise<FoundInRecords | null> {
  const file = join(dataFolder, 'records.sqlite');
  if (!existsSync(file)) return null;
  return runInWorker<FactsJob, FoundInRecords | null>(import.meta.url, './facts-worker', { file, id }, { signal });
}
