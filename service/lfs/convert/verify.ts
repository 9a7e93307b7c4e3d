import { runInWorker } from '../../processes/workers.ts';
import type { MapResult } from '../../sources/source.ts';
import type { Check } from '../../vocabulary/report.ts';
import type { VerifyJob } from './verify-worker.ts';

/**
 * Compares a published repository with the mapping that its large files were converted from: nothing but large
 * files and `.gitattributes` may differ, every pointer has its content.
 * @throws Failure
 */
export async function verifyConversion(
  repositoryPath: string,
  mapped: MapResult,
  signal: AbortSignal,
): Promise<Check[]> {
  if (mapped.conversion === undefined) return [];
  return await runInWorker<VerifyJob, Check[]>(
    import.meta.url,
    './verify-worker',
    { repositoryPath, mapped },
    { signal },
  );
}
