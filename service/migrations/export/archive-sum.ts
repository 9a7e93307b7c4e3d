/** The checksum of an archive, read in a thread. */
import { runInWorker } from '../../processes/workers.ts';
import type { ArchiveSumJob } from './archive-sum-worker.ts';

/** @returns the SHA-256 of all bytes of the file, in lower-case hex */
export function archiveSum(path: string, signal: AbortSignal): Promise<string> {
  return runInWorker<ArchiveSumJob, string>(import.meta.url, './archive-sum-worker', { path }, { signal });
}
