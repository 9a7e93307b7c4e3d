/**
 * Worker thread that fetches LFS objects: by the batch API with basic transfers (git-lfs, docs/api/batch.md,
 * docs/api/basic-transfers.md), or out of a folder of this machine. Nothing is kept that is not what its SHA-256 says.
 */
import { createReadStream, existsSync } from 'node:fs';
import { dataOf, Failure, type FailureData } from '../../failures/failure.ts';
import { secondsAsked } from '../../network/back-off.ts';
import { bytesOf } from '../../network/client.ts';
import { mayPass } from '../../network/patience.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { contentsOf, localRepository } from '../local-repository.ts';
import {
  addressUnusable,
  askBatch,
  BATCH,
  type LfsAnswer,
  loginFor,
  MAY_HAVE_ENDED,
  readBatch,
  showsLogin,
} from '../server/batch.ts';
import { isTooOld } from '../server/expiry.ts';
import { findLfsServer, type LfsServerAccess, lfsEndpoint, sshRemote } from '../server/find-server.ts';
import { copyContent, fetchContent, type Target } from './one-content.ts';
import { batchRefused, brokenOff, contentRefused, objectRefused } from './source-failures.ts';

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

/** Contents that are asked for at one time before any came: as many are in vain, and are shown a login that is refused. */
const FIRST = 4;
/** As many as git-lfs asks for (git-lfs-config(5), `lfs.concurrenttransfers`). */
const AT_ONCE = 8;
const REPORT_BYTES = 1 << 20;
const RENEWAL_MS = 60_000;
const LONGEST_ANSWER = 16 << 20;
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
  const target = { folder: job.folder, advance, signal };
  const local = localRepository(job.url);
  if (local !== null) return { failure: await copyAll(job, await contentsOf(local, signal), target) };
  return { failure: await downloadAll(job, target, () => post({ done })) };
});

async function copyAll(job: DownloadJob, from: string, target: Target): Promise<FailureData | null> {
  let failure: FailureData | null = null;
  for (const object of job.objects) {
    target.signal.throwIfAborted();
    const path = objectPath(from, object.oid);
    const came = existsSync(path) && (await copyContent(createReadStream(path), object, target));
    if (!came) failure ??= dataOf(Failure.of('lfs.source_folder_lacks', { folder: from }));
  }
  return failure;
}

/** @throws Failure where another attempt may bring what did not come */
async function downloadAll(job: DownloadJob, target: Target, answered: () => void): Promise<FailureData | null> {
  const troubles: Troubles = { why: null, broke: null, inVain: 0, isLoginRefused: false };
  let server = await serverOf(job, target.signal);
  let most = BATCH;
  const waiting = [...job.objects];
  while (waiting.length > 0) {
    if (server.expiresAt - performance.now() < RENEWAL_MS) server = await serverOf(job, target.signal);
    const objects = waiting.slice(0, most);
    const asked = await askFor(server, objects, job.endpoint !== null, target.signal);
    answered();
    if (asked === 'too-many') {
      most = Math.ceil(objects.length / 2);
      continue;
    }
    waiting.splice(0, objects.length);
    const ended = await fetchThese({ server, objects, answers: asked, target }, troubles);
    waiting.unshift(...ended);
    if (troubles.isLoginRefused) break;
    // One content may be what the server cannot give; of several in a row the server is why.
    if (troubles.broke !== null && troubles.inVain >= FIRST) throw troubles.broke;
  }
  if (troubles.broke !== null) throw troubles.broke;
  return troubles.why;
}

async function serverOf({ url, endpoint, credentials }: DownloadJob, signal: AbortSignal): Promise<LfsServerAccess> {
  if (endpoint !== null) {
    // A login goes to the server that it was given for, and no other.
    const isSame = URL.canParse(url) && new URL(url).origin === new URL(endpoint).origin;
    const own = isSame ? await findLfsServer(url, credentials, signal, 'download') : null;
    return {
      endpoint,
      headers: own?.headers ?? {},
      expiresAt: Number.POSITIVE_INFINITY,
      hasLogin: own !== null,
      isAsked: own?.isAsked ?? true,
      windows: own?.windows ?? null,
    };
  }
  if (lfsEndpoint(url) === null && sshRemote(url) === null) throw Failure.of('lfs.source_without_server', {});
  return await findLfsServer(url, credentials, signal, 'download');
}

/** What the server says of these objects, by their SHA-256; whether they are too many for one request. */
async function askFor(
  server: LfsServerAccess,
  objects: readonly LfsObject[],
  isNamed: boolean,
  signal: AbortSignal,
): Promise<Map<string, LfsAnswer> | 'too-many'> {
  const askedAt = performance.now();
  try {
    const answer = await askBatch(server, 'download', objects, { signal, repeats: REPEATS });
    const body = (await bytesOf(answer, LONGEST_ANSWER)).toString('utf8');
    if (answer.status === 413 && objects.length > 1) return 'too-many';
    if (answer.status !== 200) {
      const wait = secondsAsked(answer);
      throw batchRefused(server, { status: answer.status, body, wait }, isNamed);
    }
    return new Map(readAnswers(body, server.endpoint, askedAt).map((object) => [object.oid, object]));
  } catch (error) {
    signal.throwIfAborted();
    throw brokenOff(error, new URL(server.endpoint).host);
  }
}

function readAnswers(body: string, endpoint: string, askedAt: number): LfsAnswer[] {
  try {
    return readBatch(body, 'download', endpoint, askedAt);
  } catch (error) {
    throw Failure.of('lfs.source_not_offered', { endpoint }, String(error));
  }
}

/** Why contents did not come; the first reason stands for all. */
interface Troubles {
  /** What another attempt does not change. */
  why: FailureData | null;
  /** What may pass. */
  broke: Failure | null;
  /** Contents in a row that broke. */
  inVain: number;
  /** Servers lock an account that is tried too often: a login that one content was refused with is shown for no other. */
  isLoginRefused: boolean;
}

interface Asked {
  server: LfsServerAccess;
  objects: readonly LfsObject[];
  answers: ReadonlyMap<string, LfsAnswer>;
  target: Target;
}

/** @returns the objects to be asked for anew, because what the server gave for them is over */
async function fetchThese({ server, objects, answers, target }: Asked, troubles: Troubles): Promise<LfsObject[]> {
  const waiting = [...objects];
  const ended: LfsObject[] = [];
  const oneCame = Promise.withResolvers<void>();
  let came = 0;
  let begun = 0;
  // Where the first is too old at once the server's clock is another than ours, and no guide.
  const first = answers.get(objects[0]?.oid ?? '')?.transfer ?? null;
  const endsAreGuide = first === null || !isTooOld(first);

  const fetchNext = async (object: LfsObject): Promise<void> => {
    // The first were asked for just now. What the others were given may have ended while those before them came.
    const isFresh = begun < FIRST;
    begun += 1;
    const answer = answers.get(object.oid);
    const action = answer?.transfer ?? null;
    if (answer?.isUnusable === true && answer.error === null) throw addressUnusable(server);
    if (answer === undefined || action === null || answer.error !== null) {
      throw objectRefused(server, answer?.error ?? null);
    }
    if (!isFresh && endsAreGuide && isTooOld(action)) {
      ended.push(object, ...waiting.splice(0));
      return;
    }
    const url = new URL(action.href);
    const login = loginFor(server, answer, action);
    const outcome = await fetchContent(url, login, object, target).catch((error) => {
      throw brokenOff(error, url.host);
    });
    if (outcome === 'other') throw Failure.of('lfs.source_damaged', { host: url.host });
    if (outcome === 'came') {
      came += 1;
      troubles.inVain = 0;
      oneCame.resolve();
    } else if (!isFresh && came > 0 && MAY_HAVE_ENDED.has(outcome.status)) ended.push(object, ...waiting.splice(0));
    else {
      if (outcome.status === 401 && showsLogin(server, login)) troubles.isLoginRefused = true;
      throw contentRefused(url, outcome);
    }
  };
  const isInVain = () => troubles.inVain >= FIRST || troubles.isLoginRefused;
  const work = async () => {
    for (let object = isInVain() ? undefined : waiting.shift(); object !== undefined; object = waiting.shift()) {
      try {
        await fetchNext(object);
      } catch (error) {
        target.signal.throwIfAborted();
        if (!(error instanceof Failure)) throw error;
        note(error, troubles);
        if (isInVain()) return;
      }
    }
  };
  const firstOnes = Promise.all(Array.from({ length: FIRST }, work)).finally(oneCame.resolve);
  const others = Array.from({ length: AT_ONCE - FIRST }, () => oneCame.promise.then(work));
  await Promise.all([firstOnes, ...others]);
  return ended;
}

function note(failure: Failure, troubles: Troubles): void {
  if (mayPass(failure)) {
    troubles.broke ??= failure;
    troubles.inVain += 1;
    return;
  }
  troubles.why ??= dataOf(failure);
}
