import { runInWorker } from '../../processes/workers.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ComparedPublished, PublishedJob } from './published-worker.ts';

/**
 * Nothing where large files were converted or ignored files translated: then trees are others on purpose, and the report's
 * checks hold them to the mapping.
 * @param revisions the list beside the report
 * @throws Failure
 */
export async function comparePublished(
  { record, folder, repositoryPath }: { record: ImportRecord; folder: string; repositoryPath: string },
  revisions: string,
  signal: AbortSignal,
): Promise<ComparedPublished> {
  const isConverted = record.wishes.gitignore || (record.use_lfs !== 'undecided' && record.large_files_count > 0);
  if (isConverted) return { differing: 0, examples: [] };
  return await runInWorker<PublishedJob, ComparedPublished>(
    import.meta.url,
    './published-worker',
    { vcs: record.vcs ?? '', folder, repositoryPath, revisions, withMessages: !record.wishes.messages },
    { signal },
  );
}
