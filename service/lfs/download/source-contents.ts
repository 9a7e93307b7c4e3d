/** Contents of files that the source itself keeps in Git LFS: fetched behind its history, or said to be missing. */

import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, type Said, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, Failure, type FailureData } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { writeDurably } from '../../files/durable-file.ts';
import { runInWorker } from '../../processes/workers.ts';
import { nameLargeBlobs } from '../../sources/git/large-file-scan.ts';
import { keptPointers, type LfsPointer } from '../../sources/git/lfs-pointers.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import { objectPath, UNFINISHED } from '../convert/lfs-objects.ts';
import { lfsFolder } from '../convert/publish-objects.ts';
import { namedEndpoint, namedServer, namedServerFinding } from '../server/named-server.ts';
import type { Downloaded, DownloadJob, DownloadMessage } from './lfs-download-worker.ts';

/** Missing files that are named in the report. */
const MOST_NAMED = 100;

const contentsFolder = (folder: string): string => join(folder, 'lfs', 'source');
const failureFile = (folder: string): string => join(folder, 'lfs', 'source-failure.json');

/**
 * Does the work again while what stops it may pass; `heard` tells that the server answers, and the bytes that came in all.
 * @param hasAnswered whether it gave something before: one that never did may be gone for good, as many are that old sources name
 */
export type Patiently = <Result>(
  work: (heard: (reached: number) => void) => Promise<Result>,
  hasAnswered: () => boolean,
) => Promise<Result>;

/**
 * Fetches what pointers of the source name and is not there yet. That the source does not give it is no failure of the
 * import: `withContents` says what is missing.
 * @throws Failure when this machine is why, or the work was cancelled
 */
export async function fetchContents(url: string, context: SourceContext, patiently: Patiently): Promise<void> {
  const { folder, signal } = context;
  const target = contentsFolder(folder);
  const all = wanted(folder, context.includeHiddenRefs === true);
  const lacking = () => all.filter((object) => !isThere(target, object));
  const objects = lacking();
  await rm(failureFile(folder), { force: true });
  if (objects.length === 0) return;
  context.onLog(
    'info',
    objects.length === 1
      ? say('The source keeps 1 file in Git LFS. Its content is fetched.')
      : say('The source keeps {count} files in Git LFS. Their contents are fetched.', {
          count: counted(objects.length),
        }),
  );
  const total = bytesOf(objects);
  let hasAnswered = false;
  const fetchOnce = async (heard: (reached: number) => void): Promise<FailureData | null> => {
    await dropUnfinished(target);
    const left = lacking();
    const before = total - bytesOf(left);
    const onDone = (done: number) => {
      hasAnswered = true;
      heard(before + done);
      tellProgress(context, before + done, total);
    };
    return await download(url, left, context, onDone);
  };
  const failure = await patiently(fetchOnce, () => hasAnswered).catch((error: unknown) => whyNot(error, signal));
  signal.throwIfAborted();
  if (failure === null) return;
  context.onLog('warning', sayFailure(failure, 'import'));
  await writeDurably(failureFile(folder), JSON.stringify(failure));
}

/** @returns what the report says @throws Failure when this machine is why, or the work was cancelled */
function whyNot(error: unknown, signal: AbortSignal): FailureData {
  signal.throwIfAborted();
  const failure = asFailure(error);
  if (failure.kind === 'disk_full' || failure.kind === 'disk_failed') throw failure;
  return dataOf(failure);
}

/** A crash may have left it, or a line that was cut. */
async function dropUnfinished(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const name of await readdir(target)) {
    if (name.startsWith(UNFINISHED)) await rm(join(target, name), { force: true });
  }
}

function bytesOf(objects: readonly LfsObject[]): number {
  return objects.reduce((sum, { size }) => sum + size, 0);
}

function tellProgress({ onProgress }: SourceContext, done: number, total: number): void {
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  onProgress({
    step: 'raw',
    fraction: total === 0 ? null : done / total,
    done,
    total,
    unit: 'bytes',
    status_text: say('Fetching files from Git LFS, {done} of {total} MB…', {
      done: megabytes(done),
      total: megabytes(total),
    }),
  });
}

/**
 * @param onDone the server answers; bytes that came in this call
 * @returns why something is missing; null when all came
 * @throws Failure
 */
async function download(
  url: string,
  objects: LfsObject[],
  { folder, credentials, signal }: SourceContext,
  onDone: (done: number) => void,
): Promise<FailureData | null> {
  const endpoint = namedEndpoint(await namedServer(join(folder, 'staging.git'), signal));
  const { failure } = await runInWorker<DownloadJob, Downloaded, DownloadMessage>(
    import.meta.url,
    './lfs-download-worker',
    { url, endpoint, credentials, folder: contentsFolder(folder), objects },
    { signal, onMessage: ({ done }) => onDone(done) },
  );
  return failure;
}

/** The mapping with the contents that its pointers name, and what the report says of them. */
export async function withContents(mapped: MapResult, context: SourceContext): Promise<MapResult> {
  const { folder, signal } = context;
  const pointers = shown(folder, context.includeHiddenRefs === true);
  if (pointers.length === 0) return mapped;
  const target = contentsFolder(folder);
  const all = unique(pointers);
  const objects = all.filter((object) => isThere(target, object));
  const missing = all.filter((object) => !isThere(target, object));
  const named = await namedServer(join(folder, 'staging.git'), signal);
  const findings: Finding[] = named === null ? [] : [namedServerFinding(named)];
  if (objects.length > 0) {
    findings.push({
      kind: 'lfs_contents',
      severity: 'info',
      text: say(
        'The source keeps these files in Git LFS. Their contents came, each proved by its SHA-256, and lie in lfs/objects of the repository.',
      ),
      count: objects.length,
      examples: [],
    });
  }
  if (missing.length > 0) {
    const ids = new Set(missing.map(({ oid }) => oid));
    const without = pointers.filter(({ oid }) => ids.has(oid)).slice(0, MOST_NAMED);
    const found = await nameLargeBlobs(
      join(folder, 'staging.git'),
      new Map(without.map(({ blob, size }) => [blob, size])),
      signal,
    );
    findings.push({
      kind: 'lfs_contents_missing',
      severity: 'warning',
      text: [
        say(
          'The source keeps these files in Git LFS, and their contents did not come: the repository has their pointers, which nobody can check out.',
        ),
        await whyMissing(folder),
      ],
      count: missing.length,
      examples: found.map(({ path, size }, index) => `${path || without[index]?.oid} (${size} bytes)`),
    });
  }
  return { ...mapped, findings: [...mapped.findings, ...findings], contents: { objects, missing, folder: target } };
}

/** Whether every content that a pointer names lies in the published repository. */
export function contentChecks(repositoryPath: string, { contents }: MapResult): Check[] {
  if (contents === undefined) return [];
  const all = [...contents.objects, ...contents.missing];
  const found = all.filter((object) => isThere(lfsFolder(repositoryPath), object)).length;
  return [
    {
      subject: say('Files in Git LFS'),
      what: say('contents that pointers of the source name, of the size that they name'),
      expected: String(all.length),
      found: String(found),
      ok: found === all.length,
    },
  ];
}

async function whyMissing(folder: string): Promise<Said> {
  const text = await readFile(failureFile(folder), 'utf8').catch(() => null);
  const failure = text === null ? Failure.of('lfs.source_not_asked', {}) : (JSON.parse(text) as FailureData);
  return sayFailure(failure, 'import');
}

function shown(folder: string, withHidden: boolean): LfsPointer[] {
  return keptPointers(folder).filter(({ hidden }) => withHidden || !hidden);
}

function wanted(folder: string, withHidden: boolean): LfsObject[] {
  return unique(shown(folder, withHidden));
}

function unique(pointers: readonly LfsPointer[]): LfsObject[] {
  return [...new Map(pointers.map(({ oid, size }) => [oid, { oid, size }])).values()];
}

function isThere(folder: string, { oid, size }: LfsObject): boolean {
  const path = objectPath(folder, oid);
  return existsSync(path) && statSync(path).size === size;
}
