/** Team Foundation version control as a source of imports. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { runInWorker } from '../../processes/workers.ts';
import { LARGE_FILE_BYTES } from '../../vocabulary/history.ts';
import type { Check } from '../../vocabulary/report.ts';
import { singleBranchLayout } from '../folders/layout/conventional.ts';
import type { ComparedRevisions, KeptFetch, MapResult, ProbeResult, Source, SourceContext } from '../source.ts';
import type { SourceSurvey, SurveyJob } from '../survey/survey.ts';
import { FIRST_BYTE_MS } from './api/client.ts';
import { chooseProject } from './choose-project.ts';
import type { CompareInput } from './compare-worker.ts';
import type { FetchInput, FetchMessage, FetchOutput } from './fetch-history.ts';
import type { KeepInput } from './keep-worker.ts';
import { readLocation } from './location.ts';
import type { LookInput } from './look-worker.ts';
import type { MapInput, MapMessage } from './map-worker.ts';
import type { ProbeInput, ProbeMessage } from './probe-worker.ts';
import { type SilenceMessage, silenceText } from './silence.ts';
import type { VerifyInput } from './verify-worker.ts';

/** Old-space limit of a fetch's thread in megabytes; contents live outside of it and are bounded on their own. */
const WORKER_HEAP_MB = 512;

export const tfvcSource: Source = {
  vcs: 'tfvc',
  title: 'Team Foundation',
  names: ['tfvc'],
  schemes: ['http', 'https'],
  projectField: 'tfvc_project',
  namedLookMs: FIRST_BYTE_MS,
  fetchesAllProjects: false,
  leavesFoldersOut: false,
  fetchesAnew: false,
  keepsIds: false,
  layoutBefore: () => null,
  choose: chooseProject,
  survey: (job, signal) => runInWorker<SurveyJob, SourceSurvey>(import.meta.url, './survey-worker', job, { signal }),

  async probe(url, { credentials, signal, brief, onLog, onProgress }) {
    if (readLocation(url).length === 0) {
      return {
        kind: 'nothing',
        failure: dataOf(Failure.of('tfvc.no_address', { url })),
      };
    }
    return await runInWorker<ProbeInput, ProbeResult, ProbeMessage>(
      import.meta.url,
      './probe-worker',
      { url, credentials, named: brief ?? false },
      {
        signal,
        onMessage: (message) => {
          if (message.type === 'log') onLog(message.level, message.text);
          else onProgress({ ...waiting('detection', message.milliseconds), done: null, total: null, unit: 'objects' });
        },
      },
    );
  },

  async fetch(url, context) {
    const staging = join(context.folder, 'staging.git');
    if (!existsSync(staging)) await createBareRepository(staging, 'main');
    const input: FetchInput = {
      folder: context.folder,
      url,
      project: context.tfvcProject ?? null,
      credentials: context.credentials,
      largeFileBytes: context.largeFileBytes ?? LARGE_FILE_BYTES,
      withoutLabels: context.withoutLabels ?? false,
    };
    let reading: Reading = {
      step: 'raw',
      status_text: say('Importing...'),
      done: 0,
      total: null,
      unit: 'revisions',
      fraction: 0,
    };
    const { commitCount, uuid, layout, findings, largeFiles } = await runInWorker<
      FetchInput,
      FetchOutput,
      FetchMessage
    >(import.meta.url, './fetch-worker', input, {
      signal: context.signal,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
      onMessage: (message) => {
        if (message.type === 'authors') context.onAuthors(message.authors);
        else if (message.type === 'log') context.onLog(message.level, message.text);
        else {
          if (message.type !== 'silence') reading = readingOf(message);
          context.onProgress(
            message.type === 'silence' ? { ...reading, status_text: silenceText(message.milliseconds) } : reading,
          );
        }
      },
    });
    return { commit_count: commitCount, uuid, layout, findings, large_files: largeFiles };
  },

  keep: ({ folder, signal, largeFileBytes }) =>
    runInWorker<KeepInput, KeptFetch>(
      import.meta.url,
      './keep-worker',
      { folder, largeFileBytes: largeFileBytes ?? LARGE_FILE_BYTES },
      { signal, resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } },
    ),

  isUnchanged: (url, { folder, credentials, signal }) =>
    runInWorker<LookInput, boolean>(import.meta.url, './look-worker', { folder, url, credentials }, { signal }),

  async map(job, context) {
    const input: MapInput = {
      folder: context.folder,
      layout: job.layout ?? { ...singleBranchLayout(''), gitignore: false },
      identities: job.identities,
      withoutLabels: context.withoutLabels ?? false,
    };
    return await runInWorker<MapInput, MapResult, MapMessage>(import.meta.url, './map-worker', input, {
      signal: context.signal,
      onMessage: ({ done, total }) =>
        context.onProgress({
          step: 'rewrite',
          status_text: say('Making branches, applying authors, checking every object…'),
          done,
          total,
          unit: 'revisions',
          fraction: done / total,
        }),
    });
  },

  async compare(url, context) {
    const { folder, credentials, signal } = context;
    const input: CompareInput = { url, credentials, folder };
    return await runInWorker<CompareInput, ComparedRevisions, Reading>(import.meta.url, './compare-worker', input, {
      signal,
      onMessage: (reading) => context.onProgress(reading),
    });
  },

  async verify(url, repositoryPath, mapped, context) {
    await context.published;
    const input: VerifyInput = {
      folder: context.folder,
      url,
      credentials: context.credentials,
      repositoryPath,
      mapped,
      offline: context.offline ?? false,
    };
    return await runInWorker<VerifyInput, Check[], SilenceMessage>(import.meta.url, './verify-worker', input, {
      signal: context.signal,
      onMessage: ({ milliseconds }) =>
        context.onProgress({ ...waiting('verification', milliseconds), done: null, total: null, unit: 'objects' }),
    });
  },
};

type Reading = Parameters<SourceContext['onProgress']>[0];

function waiting(step: Reading['step'], milliseconds: number) {
  return { step, status_text: silenceText(milliseconds), fraction: null };
}

/** Part of a fetch that the changesets take; the labels come behind. */
const CHANGESETS = 0.95;

function readingOf(message: Extract<FetchMessage, { type: 'progress' | 'labels' }>): Reading {
  if (message.type === 'labels') {
    const { done, total } = message;
    const fraction = CHANGESETS + ((1 - CHANGESETS) * done) / Math.max(1, total);
    return {
      step: 'raw' as const,
      status_text: say('Reading label {done} of {total}…', { done: done + 1, total }),
      done,
      total,
      unit: 'objects' as const,
      fraction,
    };
  }
  const { done, changeset, youngest } = message;
  return {
    step: 'raw' as const,
    status_text: say('Importing changeset {changeset} of {youngest}…', { changeset, youngest }),
    done,
    total: null,
    unit: 'revisions' as const,
    fraction: (CHANGESETS * changeset) / youngest,
  };
}
