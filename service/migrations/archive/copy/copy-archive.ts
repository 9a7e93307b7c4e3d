import { runInWorker } from '../../../processes/workers.ts';

export interface CopyJob {
  source: string;
  target: string;
}

/** Bytes copied so far. */
export type CopyMessage = number;

/**
 * Copies an archive, whole or not at all, in a worker thread.
 * @returns lower-case hex SHA-256 of what was written
 * @throws Failure with a sentence; kind 'cancelled' when aborted
 */
export function copyArchive(job: CopyJob, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<string> {
  return runInWorker<CopyJob, string, CopyMessage>(import.meta.url, './copy-archive-worker', job, {
    signal,
    onMessage: onBytes,
  });
}
