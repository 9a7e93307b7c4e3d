/**
 * Worker thread that fetches LFS objects: by the batch API with basic transfers (git-lfs, docs/api/batch.md,
 * docs/api/basic-transfers.md), or out of a folder of this machine. Nothing is kept that is not what its SHA-256 says.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dataOf, Failure, type FailureData } from '../../failures/failure.ts';
import { ask, bytesOf } from '../../network/client.ts';
import { NetworkTrouble } from '../../network/trouble.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { ObjectWriter, objectPath } from '../convert/lfs-objects.ts';
import { localRepository } from '../local-repository.ts';
import { findLfsServer, type LfsServerAccess, lfsEndpoint, sshRemote } from '../upload/lfs-server.ts';

export interface DownloadJob {
  /** Address of the source, free of passwords. */
  url: string;
  /** The LFS server that the source names; null for the one that belongs to its address. */
  endpoint: string | null;
  credentials: Credentials | null;
  /** Folder `lfs/objects` that the contents go to. */
  folder: string;
  objects: LfsObject[];
}

export interface DownloadMessage {
  /** Bytes that came. */
  done: number;
}

export interface Downloaded {
  /** Why some are missing; null when all came. */
  failure: FailureData | null;
}

interface Action {
  href: string;
  header: Record<string, string>;
}

const BATCH = 100;
const AT_ONCE = 4;
const REPORT_BYTES = 1 << 20;
const RENEWAL_MS = 60_000;
const LONGEST_ANSWER = 16 << 20;
const MEDIA_TYPE = 'application/vnd.git-lfs+json';
const REDIRECTS = { most: 5 };
const REPEATS = { tries: 5, longestWaitMs: 120_000 };

serveJob<DownloadJob, Downloaded, DownloadMessage>(async (job, post, signal) => {
  let done = 0;
  let told = 0;
  const advance = (bytes: number) => {
    done += bytes;
    if (done - told < REPORT_BYTES) return;
    told = done;
    post({ done });
  };
  const local = localRepository(job.url);
  if (local !== null) return { failure: await copyAll(job, join(local, 'lfs', 'objects'), advance, signal) };
  return { failure: await downloadAll(job, advance, signal) };
});

async function copyAll(
  job: DownloadJob,
  from: string,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<FailureData | null> {
  let failure: FailureData | null = null;
  for (const object of job.objects) {
    signal.throwIfAborted();
    const path = objectPath(from, object.oid);
    // A copy, and no link: the source's own file may change.
    const came = existsSync(path) && (await receive(createReadStream(path), object, job.folder, advance, signal));
    if (!came) failure ??= dataOf(Failure.of('lfs.source_folder_lacks', { folder: from }));
  }
  return failure;
}

async function downloadAll(
  job: DownloadJob,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<FailureData | null> {
  let failure: FailureData | null = null;
  let server = await serverOf(job, signal);
  for (let at = 0; at < job.objects.length; at += BATCH) {
    if (server.expiresAt - performance.now() < RENEWAL_MS) server = await serverOf(job, signal);
    const objects = job.objects.slice(at, at + BATCH);
    const actions = await askFor(server, objects, signal);
    const waiting = [...objects];
    const work = async () => {
      for (let object = waiting.shift(); object !== undefined; object = waiting.shift()) {
        const lacks = await downloadOne(server, object, actions.get(object.oid) ?? null, job.folder, advance, signal);
        failure ??= lacks;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return failure;
}

async function serverOf({ url, endpoint, credentials }: DownloadJob, signal: AbortSignal): Promise<LfsServerAccess> {
  if (endpoint !== null) {
    // A login goes to the server that it was given for, and no other.
    const isSame = URL.canParse(url) && new URL(url).origin === new URL(endpoint).origin;
    const own = isSame ? await findLfsServer(url, credentials, signal, 'download') : null;
    return { endpoint, headers: own?.headers ?? {}, expiresAt: Number.POSITIVE_INFINITY, hasLogin: own !== null };
  }
  if (lfsEndpoint(url) === null && sshRemote(url) === null) throw Failure.of('lfs.source_without_server', {});
  return await findLfsServer(url, credentials, signal, 'download');
}

/** Where the server has these objects; those that it lacks are not in the answer. */
async function askFor(
  server: LfsServerAccess,
  objects: readonly LfsObject[],
  signal: AbortSignal,
): Promise<Map<string, Action>> {
  const { host } = new URL(server.endpoint);
  const bytes = Buffer.from(
    JSON.stringify({ operation: 'download', transfers: ['basic'], objects, hash_algo: 'sha256' }),
  );
  try {
    const answer = await ask({
      method: 'POST',
      url: new URL(`${server.endpoint}/objects/batch`),
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, ...server.headers },
      body: () => Readable.from([bytes]),
      length: bytes.length,
      signal,
      redirects: REDIRECTS,
      repeats: REPEATS,
    });
    const body = (await bytesOf(answer, LONGEST_ANSWER)).toString('utf8');
    if (answer.status === 401 || answer.status === 403) {
      throw Failure.of('lfs.source_login', { host }, `${answer.status} ${body.slice(0, 300)}`);
    }
    if (answer.status === 404 || answer.status === 405 || answer.status === 501) {
      throw Failure.of('lfs.source_not_offered', { endpoint: server.endpoint }, String(answer.status));
    }
    if (answer.status !== 200) {
      throw Failure.of('lfs.source_refused', { host, status: answer.status }, body.slice(0, 300));
    }
    return readActions(body, server.endpoint);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkTrouble) {
      throw error.passing ? Failure.of('lfs.source_unreachable', { host }, `${error.fact}: ${error.detail}`) : error;
    }
    throw error;
  }
}

function readActions(body: string, endpoint: string): Map<string, Action> {
  try {
    const { objects } = JSON.parse(body) as { objects: Record<string, unknown>[] };
    return new Map(
      objects.flatMap(({ oid, actions }) => {
        const { href, header } = (
          (actions ?? {}) as { download?: { href?: unknown; header?: Record<string, unknown> } }
        ).download ?? { href: null };
        // Some servers give addresses within themselves.
        if (typeof href !== 'string' || !URL.canParse(href, endpoint)) return [];
        const url = new URL(href, endpoint);
        if (!/^https?:$/.test(url.protocol)) return [];
        const headers = Object.entries(header ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
        return [[String(oid), { href: url.href, header: Object.fromEntries(headers) }] as const];
      }),
    );
  } catch (error) {
    throw Failure.of('lfs.source_not_offered', { endpoint }, String(error));
  }
}

/** @returns why it did not come; null when it did */
async function downloadOne(
  server: LfsServerAccess,
  object: LfsObject,
  action: Action | null,
  folder: string,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<FailureData | null> {
  const { host } = new URL(server.endpoint);
  if (action === null) return dataOf(Failure.of('lfs.source_lacks', { host }));
  const url = new URL(action.href);
  const isOwn = url.origin === new URL(server.endpoint).origin;
  const headers =
    isOwn && !('authorization' in action.header) ? { ...server.headers, ...action.header } : action.header;
  try {
    const answer = await ask({ method: 'GET', url, headers, signal, redirects: REDIRECTS, repeats: REPEATS });
    if (answer.status !== 200) {
      answer.drop();
      if (answer.status === 404 || answer.status === 410) return dataOf(Failure.of('lfs.source_lacks', { host }));
      return dataOf(Failure.of('lfs.source_refused', { host: url.host, status: answer.status }));
    }
    const came = await receive(answer.pieces(), object, folder, advance, signal);
    return came ? null : dataOf(Failure.of('lfs.source_damaged', { host: url.host }));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetworkTrouble)) throw error;
    return dataOf(Failure.of('lfs.source_unreachable', { host: url.host }, `${error.fact}: ${error.detail}`));
  }
}

/** Writes a content. @returns whether it is what its pointer names; nothing is kept otherwise */
async function receive(
  pieces: AsyncIterable<Uint8Array>,
  object: LfsObject,
  folder: string,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const writer = await ObjectWriter.open(folder);
  let left = object.size;
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      left -= piece.length;
      // Whatever this is, it is not what was asked for, and may have no end.
      if (left < 0) break;
      await writer.write(Buffer.from(piece));
      advance(piece.length);
    }
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  const { oid, size } = await writer.finish(object);
  return oid === object.oid && size === object.size;
}
