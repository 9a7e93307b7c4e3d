/** The checksum of a file, read in a thread. */
import type { FileSumJob } from './file-sum-worker.ts';
import { runInWorker } from './workers.ts';

/** @returns the SHA-256 of all its bytes, in lower-case hex */
export function fileSum(path: string, signal: AbortSignal): Promise<string> {
  return runInWorker<FileSumJob, string>(import.meta.url, './file-sum-worker', { path }, { signal });
}
