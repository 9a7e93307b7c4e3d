/** Mercurial as a source of imports. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKind } from '../../failures/entry.ts';
import { Failure } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { runInWorker, startAhead } from '../../processes/workers.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { Check } from '../../vocabulary/report.ts';
import { keepCommitCount } from '../commits/commit-count.ts';
import { besideEarlier, settleEarlier } from '../commits/earlier-fetch.ts';
import { map } from '../commits/map.ts';
import { oneRepository } from '../commits/one-repository.ts';
import type { ComparedRevisions, FetchResult, Source, SourceContext } from '../source.ts';
import type { SourceSurvey, SurveyJob } from '../survey/survey.ts';
import { ArrivingCopy } from './arriving.ts';
import type { AskInput, AskMessage, AskOutput } from './ask-worker.ts';
import { BUNDLE } from './bundle-file.ts';
import type { ChangesInput } from './changes-worker.ts';
import { onThisDisk } from './clone.ts';
import type { CompareInput } from './compare-worker.ts';
import { DEFAULT_BRANCH } from './convert/final-refs.ts';
import type { HistoryProgress } from './convert/history.ts';
import type { FetchInput, FetchMessage, FetchOutput } from './fetch-worker.ts';
import type { HgRepository } from './hg-repository.ts';
import { withIgnores } from './ignores/with-ignores.ts';
import { isUnchanged } from './is-unchanged.ts';
import { probe } from './probe.ts';
import { canReadOwnFiles } from './revlogs/own-files.ts';
import { writeSourceSays } from './source-heads.ts';
import type { VerifyInput } from './verify-worker.ts';

/**
 * Of threads, in megabytes, as in `sources/subversion`: with 64 for what is young, or none for the other thread, 50,000 changesets take
 * 635 MB instead of 470, and no less of the processor.
 */
const CONVERT_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1536 };
const ASK_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1536 };

export const mercurialSource: Source = {
  vcs: 'mercurial',
  title: 'Mercurial',
  names: ['mercurial', 'hg'],
  schemes: ['http', 'https', 'ssh', 'file', 'path'],
  bundles: BUNDLE,
  ...oneRepository,
  fetchesAnew: true,
  keepsIds: false,
  survey: (job, signal) => runInWorker<SurveyJob, SourceSurvey>(import.meta.url, './survey-worker', job, { signal }),

  probe,

  async fetch(url, context) {
    const arriving = new ArrivingCopy(context.folder, url);
    const kept = context.keepsEarlier === true ? join(context.folder, 'source') : null;
    const result = await besideEarlier(context, (place) => fetchInto(url, arriving, place, kept), compare);
    // What came of another address, too.
    await arriving.forget();
    return result;
  },

  keep: async ({ folder }) => {
    await settleEarlier(folder);
    return null;
  },

  isUnchanged,

  // Staging holds Git commits with the source's own identities: from there on it is as with any Git repository.
  map(job, context) {
    startAhead(import.meta.url, './verify-worker');
    return map(job, context);
  },

  async compare(url, context) {
    const { folder, privateFolder, signal } = context;
    // A copy of the source for this alone.
    const repository = await onThisDisk(url, { ...context, folder: privateFolder });
    const input: CompareInput = { folder, privateFolder, repository };
    return await runInWorker<CompareInput, ComparedRevisions, Reading>(import.meta.url, './compare-worker', input, {
      signal,
      onMessage: (reading) => context.onProgress(reading),
    });
  },

  translateIgnores: withIgnores,

  async verify(_url, repositoryPath, mapped, context) {
    await context.published;
    const input: VerifyInput = { folder: context.folder, repositoryPath, mapped };
    return runInWorker<VerifyInput, Check[]>(import.meta.url, './verify-worker', input, { signal: context.signal });
  },
};

function compare(before: string, after: string, signal: AbortSignal): Promise<SourceChange[]> {
  return runInWorker<ChangesInput, SourceChange[]>(import.meta.url, './changes-worker', { before, after }, { signal });
}

/** @param kept the copy of the fetch before; null for none that is to be gone on with */
async function fetchInto(
  url: string,
  arriving: ArrivingCopy,
  context: SourceContext,
  kept: string | null,
): Promise<FetchResult> {
  const repository = await onThisDisk(url, context, arriving, kept);
  try {
    return await convertAny(repository, context);
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = asFailure(error);
    if (repository.goesOn !== true || !OF_THE_COPY.has(failure.kind)) throw error;
    // What lay on this disk for long may be damaged, and the server's is not.
    context.onLog(
      'warning',
      say('What was copied before cannot be read ({detail}): the source is asked for all of it.', {
        detail: sayFailure(failure, 'import'),
      }),
    );
    return await fetchInto(url, arriving, context, null);
  }
}

/** What may be the fault of what an earlier fetch left. */
const OF_THE_COPY: ReadonlySet<FailureKind> = new Set(['broken_source', 'internal', 'not_found']);

async function convertAny(repository: HgRepository, context: SourceContext): Promise<FetchResult> {
  const { url } = repository;
  if (canReadOwnFiles(repository.path)) {
    try {
      return await convert(repository, null, context);
    } catch (error) {
      if (!(error instanceof Failure) || error.key !== 'mercurial.unusable') throw error;
      context.onLog(
        'info',
        say('The files of {url} were not read to their end ({reason}); hg writes them out instead.', {
          url,
          reason: error.parameters.what as Sentence,
        }),
      );
    }
  }
  return await convert(repository, 'bundle.hg', context);
}

/** @param bundleName of the file that hg is to write its bundle into; null to read the repository's own files */
async function convert(
  repository: HgRepository,
  bundleName: string | null,
  context: SourceContext,
): Promise<FetchResult> {
  const { url } = repository;
  const staging = join(context.folder, 'staging.git');
  await rm(staging, { recursive: true, force: true });
  const workFolder = join(context.folder, 'convert');
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  const bundle = bundleName === null ? null : join(workFolder, bundleName);
  // Where one thread fails, the other has nothing to wait for.
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const { folder, privateFolder } = context;
  const told = Promise.withResolvers<void>();
  const asked = runInWorker<AskInput, AskOutput, AskMessage>(
    import.meta.url,
    './ask-worker',
    { folder, privateFolder, repository, workFolder, bundle },
    { signal, resourceLimits: ASK_LIMITS, onMessage: () => told.resolve() },
  );
  // hg starts meanwhile.
  try {
    await createBareRepository(staging, DEFAULT_BRANCH);
  } catch (error) {
    stop.abort();
    await Promise.allSettled([asked]);
    throw error;
  }
  const converted = runInWorker<FetchInput, FetchOutput, FetchMessage>(
    import.meta.url,
    './fetch-worker',
    { folder, workFolder, url, bundle, repository: repository.path },
    {
      signal,
      go: told.promise,
      resourceLimits: CONVERT_LIMITS,
      onMessage: (message) => {
        if (message.type === 'authors') context.onAuthors(message.authors);
        else context.onProgress(readingOf(message.progress));
      },
    },
  );
  try {
    const [{ says, findings }, { largefiles, lfs, reached, ...result }] = await Promise.all([asked, converted]);
    if (says.refs.length === 0) throw Failure.of('source.empty', {});
    if (largefiles !== null || lfs !== null) {
      await writeSourceSays(folder, { ...says, ...(largefiles && { largefiles }), ...(lfs && { lfs }) });
    }
    await keepCommitCount(folder, reached);
    return { ...result, findings: [...result.findings, ...findings] };
  } finally {
    stop.abort();
    await Promise.allSettled([asked, converted]);
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Parts of a fetch that its steps take, measured: the changelog, the files, the commits. */
const STEPS = { changesets: [0, 0.05], files: [0.05, 0.7], commits: [0.7, 1] } as const;

function readingOf({ step, done, total }: HistoryProgress) {
  const [from, to] = STEPS[step];
  const words = {
    changesets: say('Reading changesets, {done} so far…', { done }),
    files: say('Converting files…'),
    commits: say('Making commit {done} of {total}…', { done, total }),
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
