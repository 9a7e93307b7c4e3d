/** Mercurial as a source of imports. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBareRepository } from '../../../git/bare-repository.ts';
import { runInWorker } from '../../../processes/workers.ts';
import { type Check, ImportFailure, type Source } from '../../source.ts';
import { keepCommitCount } from '../git/commit-count.ts';
import { map } from '../git/map.ts';
import { onThisDisk } from './clone.ts';
import type { HistoryProgress } from './convert/history.ts';
import type { FetchInput, FetchMessage, FetchOutput } from './fetch-worker.ts';
import { headsFile } from './heads-file.ts';
import { probe } from './probe.ts';
import type { VerifyInput } from './verify-worker.ts';

export const mercurialSource: Source = {
  vcs: 'mercurial',

  probe,

  async fetch(url, context) {
    const staging = join(context.folder, 'staging.git');
    await rm(staging, { recursive: true, force: true });
    const [repository] = await Promise.all([onThisDisk(url, context), createBareRepository(staging, 'main')]);
    const input: FetchInput = { folder: context.folder, privateFolder: context.privateFolder, repository };
    const { refs, ...result } = await runInWorker<FetchInput, FetchOutput, FetchMessage>(
      import.meta.url,
      './fetch-worker',
      input,
      {
        signal: context.signal,
        // Texts come and go by the thousand: with more room for the young, fewer of them are moved.
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
        onMessage: (message) => {
          if (message.type === 'authors') context.onAuthors(message.authors);
          else context.onProgress(readingOf(message.progress));
        },
      },
    );
    if (refs.length === 0) throw new ImportFailure('empty', 'The imported repository is empty.');
    await keepCommitCount(context.folder, result.commit_count);
    await writeFile(headsFile(context.folder), JSON.stringify(refs));
    return result;
  },

  // Staging holds Git commits with the source's own identities: from there on it is as with any Git repository.
  map,

  verify(url, repositoryPath, mapped, context) {
    const input: VerifyInput = {
      folder: context.folder,
      privateFolder: context.privateFolder,
      url,
      repositoryPath,
      mapped,
    };
    return runInWorker<VerifyInput, Check[]>(import.meta.url, './verify-worker', input, { signal: context.signal });
  },
};

/** Parts of a fetch that its steps take, measured: the changelog, the files, the commits. */
const STEPS = { changesets: [0, 0.05], files: [0.05, 0.7], commits: [0.7, 1] } as const;

function readingOf({ step, done, total }: HistoryProgress) {
  const [from, to] = STEPS[step];
  const words = {
    changesets: `Reading changesets, ${done} so far…`,
    files: 'Converting files…',
    commits: `Making commit ${done} of ${total}…`,
  };
  return {
    step: 'raw' as const,
    status_text: words[step],
    done,
    total: step === 'changesets' ? null : total,
    unit: 'revisions' as const,
    fraction: total === 0 ? from : from + ((to - from) * done) / total,
  };
}
