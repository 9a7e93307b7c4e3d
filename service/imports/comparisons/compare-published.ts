import { runInWorker } from '../../processes/workers.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { RefsPlace } from '../publish/owned-refs.ts';
import type { ComparedPublished, PublishedJob } from './published-worker.ts';

/**
 * Branches and tags against what was published, and commits against those of the mapping: not where large files were converted
 * or ignored files translated. Then trees are others on purpose, and the report's checks held them to the mapping.
 * @param revisions the list beside the report
 * @throws Failure
 */
export async function comparePublished(
  { record, refs, repositoryPath }: { record: ImportRecord; refs: RefsPlace; repositoryPath: string },
  revisions: string,
  signal: AbortSignal,
): Promise<ComparedPublished> {
  const isConverted = record.wishes.gitignore || (record.use_lfs !== 'undecided' && record.large_files_count > 0);
  return await runInWorker<PublishedJob, ComparedPublished>(
    import.meta.url,
    './published-worker',
    {
      ...{ vcs: record.vcs ?? '', ...refs, repositoryPath, revisions },
      ...{ withCommits: !isConverted, withMessages: !record.wishes.messages },
    },
    { signal },
  );
}
