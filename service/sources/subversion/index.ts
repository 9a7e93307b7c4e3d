/** Subversion as a source of imports. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted, say } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { LARGEST_SCRATCH } from '../../files/scratch.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { runInWorker, startAhead } from '../../processes/workers.ts';
import { LARGE_FILE_BYTES, type Layout } from '../../vocabulary/history.ts';
import type { LayoutPreview } from '../../vocabulary/layout-preview.ts';
import type { Check } from '../../vocabulary/report.ts';
import { singleBranchLayout, usualLayout } from '../folders/layout/conventional.ts';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import type { OutlineJob, SourceOutline } from '../outline/outline.ts';
import type { ComparedRevisions, KeptFetch, MapResult, Source, SourceContext } from '../source.ts';
import type { SourceSurvey, SurveyJob } from '../survey/survey.ts';
import { chooseProject } from './choose-project.ts';
import type { CompareInput } from './compare-worker.ts';
import type { FetchInput, FetchMessage, FetchOutput } from './fetch-worker.ts';
import type { KeepInput } from './keep-worker.ts';
import type { LayoutInput } from './layout-worker.ts';
import type { MapInput, MapMessage } from './map-worker.ts';
import type { PreviewInput } from './preview-worker.ts';
import { probeSubversion } from './probe.ts';
import { type SvnInfo, svnInfo } from './svn-info.ts';
import { accessArguments, below, localPath, svnUrl } from './svn-tool.ts';
import { TextShares } from './text-shares.ts';
import type { VerifyInput } from './verify-worker.ts';

/**
 * Of threads, in megabytes; texts live outside of them and are bounded on their own. Without the first V8 lets what is young take more
 * than a hundred, and with less than 2 GB in all it collects before what is old is four times what is used.
 */
const FETCH_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 384 };
const MAP_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };
const VERIFY_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

/** The mapping of more takes so long that the thread which would have a comparing one ready ends with it. */
const SOON_MAPPED = 10_000;

/** Of the fetches of this process. */
const textShares = new TextShares();

/** Memory that svnadmin may use to keep what it read, in megabytes; its default of 16 is a tenth slower. */
const SVNADMIN_CACHE_MB = 64;

export const subversionSource: Source = {
  vcs: 'subversion',
  title: 'Subversion',
  names: ['subversion'],
  schemes: ['http', 'https', 'svn', 'svn+ssh', 'file', 'path'],
  projectField: 'svn_root',
  fetchesAllProjects: true,
  leavesFoldersOut: true,
  fetchesAnew: false,
  keepsIds: false,
  layoutBefore: (project) => (project === '' ? singleBranchLayout('') : usualLayout(project)),
  choose: chooseProject,
  survey: (job, signal) => runInWorker<SurveyJob, SourceSurvey>(import.meta.url, './survey-worker', job, { signal }),

  probe: (url, context) => probeSubversion(url, context),

  async fetch(address, context) {
    const url = requireUrl(address);
    const staging = join(context.folder, 'staging.git');
    // While the source says what it is.
    startAhead(import.meta.url, './fetch-worker', FETCH_LIMITS);
    const asked = performance.now();
    let answerMs = 0;
    const [info] = await Promise.all([
      svnInfo(context, url).then((answer) => {
        answerMs = performance.now() - asked;
        return answer;
      }),
      existsSync(staging) ? undefined : createBareRepository(staging, 'main'),
    ]);
    if (info.youngest === 0) throw Failure.of('source.empty', {});
    const values = { uuid: info.uuid, url: info.rootUrl, count: counted(info.youngest) };
    context.onLog(
      'info',
      info.youngest === 1
        ? say('Subversion repository {uuid} at {url}: 1 revision.', values)
        : say('Subversion repository {uuid} at {url}: {count} revisions.', values),
    );
    const path = localPath(info.rootUrl);
    const readable = path === null ? await readableRoot(context, info) : info.rootUrl;
    const texts = textShares.take();
    const input: FetchInput = {
      folder: context.folder,
      textBytes: texts.bytes,
      // svnadmin reads a local repository without the detour over the network layer.
      command: path === null ? 'svnrdump' : 'svnadmin',
      args:
        path === null
          ? ['dump', '-q', ...accessArguments(context, readable)]
          : ['dump', '-q', '--deltas', '-M', String(SVNADMIN_CACHE_MB)],
      target: path ?? readable,
      repositoryPath: path,
      rootUrl: readable,
      folderOnly: readable !== info.rootUrl,
      credentials: context.credentials,
      privateFolder: context.privateFolder,
      password: path === null ? (context.credentials?.password ?? null) : null,
      youngest: info.youngest,
      uuid: info.uuid,
      askedFolder: context.svnRoot ?? info.folder,
      largeFileBytes: context.largeFileBytes ?? LARGE_FILE_BYTES,
      answerMs: path === null ? answerMs : 0,
      silenceMs: path === null ? (context.silenceMs ?? SILENCE_MS) : null,
      scratchBytes: context.scratchBytes ?? LARGEST_SCRATCH,
    };
    const output = await runInWorker<FetchInput, FetchOutput, FetchMessage>(import.meta.url, './fetch-worker', input, {
      signal: context.signal,
      resourceLimits: FETCH_LIMITS,
      onMessage: (message) => {
        if (message.type === 'authors') context.onAuthors(message.authors);
        else if (message.type === 'resumed')
          context.onLog('info', say('The import goes on behind revision {revision}.', { revision: message.revision }));
        else if (message.type === 'left_to_svnadmin')
          context.onLog(
            'info',
            say('From revision {revision} on svnadmin reads the repository: {why}.', {
              revision: message.revision,
              why: message.why,
            }),
          );
        else {
          context.onProgress({
            step: 'raw',
            status_text: say('Importing revision {revision} of {youngest}…', {
              revision: message.revision,
              youngest: info.youngest,
            }),
            done: message.revision,
            total: info.youngest,
            unit: 'revisions',
            fraction: message.revision / info.youngest,
          });
        }
      },
    }).finally(texts.giveBack);
    return {
      commit_count: output.commitCount,
      uuid: output.uuid,
      layout: output.layout,
      findings: output.findings,
      large_files: output.largeFiles,
    };
  },

  keep: ({ folder, signal, largeFileBytes }) =>
    runInWorker<KeepInput, KeptFetch>(
      import.meta.url,
      './keep-worker',
      { folder, largeFileBytes: largeFileBytes ?? LARGE_FILE_BYTES },
      { signal, resourceLimits: FETCH_LIMITS },
    ),

  layoutOf: (root, { folder, signal }) =>
    runInWorker<LayoutInput, Layout>(import.meta.url, './layout-worker', { folder, root }, { signal }),

  outline: (job, signal) =>
    runInWorker<OutlineJob, SourceOutline>(import.meta.url, './outline-worker', job, { signal }),

  previewLayout: (job, signal) =>
    runInWorker<PreviewInput, LayoutPreview>(import.meta.url, './preview-worker', job, { signal }),

  async isUnchanged(address, context) {
    const info = await svnInfo(context, requireUrl(address));
    const checkpoint = readCheckpoint(join(context.folder, 'fetch'));
    if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
    if (checkpoint.uuid !== null && checkpoint.uuid !== info.uuid) {
      throw Failure.of('subversion.other_repository', { before: checkpoint.uuid, now: info.uuid });
    }
    return info.youngest === checkpoint.revision;
  },

  async map(job, context) {
    const input: MapInput = {
      folder: context.folder,
      layout: job.layout ?? singleBranchLayout(''),
      chosenRoot: context.svnRoot ?? readCheckpoint(join(context.folder, 'fetch'))?.asked ?? '',
      identities: job.identities,
    };
    return await runInWorker<MapInput, MapResult, MapMessage>(import.meta.url, './map-worker', input, {
      signal: context.signal,
      resourceLimits: MAP_LIMITS,
      onMessage: ({ done, total }) => {
        if (total <= SOON_MAPPED) startAhead(import.meta.url, './verify-worker', VERIFY_LIMITS);
        context.onProgress({
          step: 'rewrite',
          status_text: say('Making branches, applying authors, checking every object…'),
          done,
          total,
          unit: 'revisions',
          fraction: done / total,
        });
      },
    });
  },

  async compare(url, context) {
    const { credentials, folder, privateFolder, signal } = context;
    const input: CompareInput = { url, credentials, folder, privateFolder };
    return await runInWorker<CompareInput, ComparedRevisions, Reading>(import.meta.url, './compare-worker', input, {
      signal,
      onMessage: (reading) => context.onProgress(reading),
    });
  },

  async verify(url, repositoryPath, mapped, context) {
    const input: VerifyInput = {
      folder: context.folder,
      privateFolder: context.privateFolder,
      url,
      credentials: context.credentials,
      repositoryPath,
      mapped,
      offline: context.offline ?? false,
    };
    // The server is asked while the repository is written.
    return await runInWorker<VerifyInput, Check[]>(import.meta.url, './verify-worker', input, {
      signal: context.signal,
      resourceLimits: VERIFY_LIMITS,
      go: context.published ?? Promise.resolve(),
    });
  },
};

/** The root of the repository, or the folder that was asked for where the server lets nobody read more. */
async function readableRoot(context: SourceContext, info: SvnInfo): Promise<string> {
  if (info.folder === '') return info.rootUrl;
  try {
    await svnInfo(context, info.rootUrl);
    return info.rootUrl;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure) || error.kind !== 'auth') throw error;
    context.onLog(
      'warning',
      say('The server does not let this login read {url}: only /{folder} comes.', {
        url: info.rootUrl,
        folder: info.folder,
      }),
    );
    return below(info.rootUrl, info.folder);
  }
}

function requireUrl(address: string): string {
  const url = svnUrl(address);
  if (url === null) throw Failure.of('subversion.no_address', { address });
  return url;
}
