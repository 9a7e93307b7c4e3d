import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { Failure } from '../../failures/failure.ts';
import { runInWorker } from '../../processes/workers.ts';
import { LARGE_FILE_BYTES, type SourceAuthor } from '../../vocabulary/history.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { besideEarlier } from '../commits/earlier-fetch.ts';
import type { FetchResult, SourceContext } from '../source.ts';
import { ArrivingMirror } from './arriving.ts';
import type { ChangesInput } from './changes-worker.ts';
import { CLONE_SHARE, type CloneFrom, clone } from './clone.ts';
import { graftFindings } from './grafts.ts';
import { nearFolder } from './near-folder.ts';
import { provePacks } from './near-packs.ts';
import { requireFiles } from './own-files.ts';
import { refusePartialFolder } from './partial-folder.ts';
import { refusedNames } from './refused-names.ts';
import { originOf } from './remote-branches.ts';
import type { ScanJob, ScanMessage } from './scan-worker.ts';
import { cloneWithoutHidden } from './without-hidden.ts';

/**
 * Mirrors the source into `<folder>/staging.git`; every object id stays. Begins anew each time, but for what broke off.
 * @throws Failure
 */
export async function fetch(url: string, context: SourceContext): Promise<FetchResult> {
  const staging = join(context.folder, 'staging.git');
  const earlier = context.keepsEarlier === true && existsSync(staging) ? staging : null;
  const arriving = new ArrivingMirror(context.folder, url, earlier);
  const fetchTo = (place: SourceContext) => fetchInto(url, { arriving, earlier }, place);
  const result = await besideEarlier(context, fetchTo, gitChanges);
  // What came of another address, too.
  await arriving.forget();
  return result;
}

function gitChanges(before: string, after: string, signal: AbortSignal) {
  return runInWorker<ChangesInput, SourceChange[]>(import.meta.url, './changes-worker', { before, after }, { signal });
}

async function fetchInto(
  url: string,
  before: Pick<CloneFrom, 'arriving' | 'earlier'>,
  context: SourceContext,
): Promise<FetchResult> {
  await requireFiles(url);
  await refusePartialFolder(url, context);
  const near = await nearFolder(url);
  if (near === null) return mirror({ url, near, ...before }, context);
  try {
    return await mirror({ url, near: near.folder, ...before }, context);
  } catch (error) {
    const failure = asFailure(error);
    if (context.signal.aborted || !near.isPlain || !maySucceedByGit(failure)) throw error;
    // Somebody packs it anew meanwhile, or what is damaged is nothing that refs reach; else git says what is wrong.
    const said = (failure.detail || failure.message).split('\n');
    const detail = said.find((line) => /^(fatal|error): /.test(line)) ?? said[0] ?? '';
    context.onLog(
      'info',
      say('The files of the source could not be taken as they lie ({detail}): Git is asked for its objects.', {
        detail,
      }),
    );
    return mirror({ url, near: null, ...before }, context);
  }
}

/** What is wrong with a source whichever of its refs are asked for. */
const LIES_IN_ALL: ReadonlySet<string> = new Set(['git.partial_clone', 'git.answer_too_large']);

/** @returns what to say of refs that did not come @throws Failure */
async function cloneOrWithoutHidden(from: CloneFrom, staging: string, context: SourceContext): Promise<Finding[]> {
  try {
    return refusedNames(await clone(from, staging, context));
  } catch (error) {
    const { kind, key } = asFailure(error);
    const mayLieInHidden = kind === 'broken_source' && !LIES_IN_ALL.has(key) && context.includeHiddenRefs !== true;
    const finding =
      from.near === null && mayLieInHidden
        ? await cloneWithoutHidden(from.url, staging, { context, why: error })
        : null;
    if (finding === null) throw error;
    return [finding];
  }
}

/** Whether git's own transport may bring what a copy of the folder did not. */
function maySucceedByGit({ kind }: Failure): boolean {
  return kind !== 'disk_full' && kind !== 'disk_failed' && kind !== 'empty';
}

/** Of its thread, in megabytes, as in `sources/subversion`: ids are held outside of them. */
const SCAN_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1536 };

/** @throws Failure; then nothing is left in staging */
async function mirror(from: CloneFrom, context: SourceContext): Promise<FetchResult> {
  const staging = join(context.folder, 'staging.git');
  const origin = await originOf(from.url, context.signal);
  const cloned = Promise.withResolvers<void>();
  const abandoned = new AbortController();
  const signal = AbortSignal.any([context.signal, abandoned.signal]);
  // Of what is not proved yet nothing is told.
  const heard: SourceAuthor[][] = [];
  const scan = runInWorker<ScanJob, FetchResult, ScanMessage>(
    import.meta.url,
    './scan-worker',
    {
      staging,
      origin,
      includeHiddenRefs: context.includeHiddenRefs ?? false,
      largeFileBytes: context.largeFileBytes ?? LARGE_FILE_BYTES,
    },
    {
      go: cloned.promise,
      signal,
      resourceLimits: SCAN_LIMITS,
      onMessage: ({ authors }) => {
        if (from.near === null) context.onAuthors(authors);
        else heard.push(authors);
      },
    },
  );
  // Told by the await below; until then a failure of the thread must not count as unhandled.
  scan.catch(() => undefined);
  const tell = (fraction: number | null, text: Said, done: number | null = null, total: number | null = null) =>
    context.onProgress({ step: 'raw', fraction, done, total, unit: 'objects', status_text: text });
  let proof: Promise<void> | null = null;
  try {
    if (from.near !== null) tell(null, say('Copying the files of the source…'));
    const findings = await cloneOrWithoutHidden(from, staging, context);
    const withLeftOut = async (result: FetchResult): Promise<FetchResult> => ({
      ...result,
      findings: [...result.findings, ...findings, ...(await graftFindings(from.url, staging, signal))],
    });
    if (from.near === null) tell(CLONE_SHARE, say('Collecting authors.'));
    cloned.resolve();
    if (from.near === null) return await withLeftOut(await scan);
    // Beside the scan, which reads what is proved here.
    proof = provePacks(staging, signal, ({ fraction, done, total }) =>
      tell(fraction, say('Checking every object.'), done, total),
    );
    const [result] = await Promise.all([scan, proof]);
    for (const authors of heard) context.onAuthors(authors);
    return await withLeftOut(result);
  } catch (error) {
    abandoned.abort();
    await Promise.allSettled([scan, proof]);
    if (!context.signal.aborted) await rm(staging, { recursive: true, force: true });
    throw error;
  }
}
