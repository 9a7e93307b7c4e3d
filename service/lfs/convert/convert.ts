import { runInWorker } from '../../processes/workers.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import { LARGE_FILE_BYTES, type LargeFile } from '../../vocabulary/history.ts';
import type { ConvertJob, ConvertMessage } from './convert-worker.ts';
import { keptFinding } from './findings.ts';

/**
 * Gives a mapping in which large files are what was chosen for them: pointers of Git LFS, or left out.
 * Undecided ones stay, and the report says so.
 * @param files the large files that were found in the source
 * @throws Failure
 */
export async function convertLargeFiles(
  mapped: MapResult,
  choice: 'opt_in' | 'opt_out' | 'undecided',
  files: readonly LargeFile[],
  context: SourceContext,
): Promise<MapResult> {
  if (files.length === 0) return mapped;
  if (choice === 'undecided') {
    const over = context.largeFileBytes ?? LARGE_FILE_BYTES;
    // Some sources name files that they themselves call large.
    const large = files.filter(({ size }) => size > over);
    return large.length === 0 ? mapped : { ...mapped, findings: [...mapped.findings, keptFinding(large)] };
  }
  return await runInWorker<ConvertJob, MapResult, ConvertMessage>(
    import.meta.url,
    './convert-worker',
    { folder: context.folder, mapped, choice, files: [...files] },
    {
      signal: context.signal,
      onMessage: ({ done, total, text, unit }) =>
        context.onProgress({
          step: 'rewrite',
          fraction: total === null || total === 0 ? null : done / total,
          done: total === null ? null : done,
          total,
          unit,
          status_text: text,
        }),
    },
  );
}
