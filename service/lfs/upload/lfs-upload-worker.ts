/** Worker thread that sends LFS objects: the batch API with basic transfers (git-lfs, docs/api/batch.md). */

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import { ask } from '../../network/client.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { localRepository } from '../local-repository.ts';
import {
  addressUnusable,
  BATCH,
  LFS_REDIRECTS,
  type LfsAction,
  type LfsAnswer,
  type LfsLogin,
  loginFor,
  MAY_HAVE_ENDED,
  MEDIA_TYPE,
  showsLogin,
} from '../server/batch.ts';
import { isTooOld } from '../server/expiry.ts';
import { findLfsServer, type LfsServerAccess } from '../server/find-server.ts';
import { askFor } from './ask-for.ts';
import { copyObjects } from './copy-objects.ts';
import { objectFailure, uploadFailure, verifyFailure } from './lfs-failures.ts';
import { answerTo, type ReadAnswer, WAITS } from './lfs-request.ts';
import { ownContent } from './own-content.ts';

export interface UploadJob {
  /** Address of the remote, free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  /** Folder `lfs/objects` of the repository. */
  folder: string;
  objects: LfsObject[];
}

export interface UploadMessage {
  /** Bytes that need not be sent any more. */
  done: number;
}

/** Milliseconds before its end at which a login is renewed. */
const RENEWAL_MS = 60_000;
/** git-lfs asks three times whether a content arrived (tq/verify.go). */
const VERIFY_WAITS = { tries: 3, longestWaitMs: 120_000 };
/** Bytes between two messages. */
const REPORT_BYTES = 256 << 10;

serveJob<UploadJob, { sent: number }, UploadMessage>(async (job, post, signal) => {
  let done = 0;
  let told = 0;
  const advance = (bytes: number) => {
    done += bytes;
    if (done - told < REPORT_BYTES) return;
    told = done;
    post({ done });
  };
  const local = localRepository(job.remoteUrl);
  try {
    if (local === null) return { sent: await sendAll(job, advance, signal) };
    const { folder: from, objects } = job;
    return { sent: await copyObjects({ from, to: join(local, 'lfs', 'objects'), objects }, advance, signal) };
  } finally {
    // Another try counts from here.
    post({ done });
  }
});

/** @returns the number of contents that were sent */
async function sendAll(job: UploadJob, advance: (bytes: number) => void, signal: AbortSignal): Promise<number> {
  let server = await findLfsServer(job.remoteUrl, job.credentials, signal);
  let most = BATCH;
  let sent = 0;
  for (let at = 0; at < job.objects.length; ) {
    if (server.expiresAt - performance.now() < RENEWAL_MS)
      server = await findLfsServer(job.remoteUrl, job.credentials, signal);
    const objects = job.objects.slice(at, at + most);
    const asked = await askFor(server, 'upload', objects, signal);
    if (asked === 'too-many') {
      most = Math.ceil(objects.length / 2);
      continue;
    }
    const answers = new Map(asked.map((answer) => [answer.oid, answer]));
    const upload = { server, folder: job.folder, advance, signal };
    // Where the first is too old at once the server's clock is another than ours, and no guide.
    const first = answers.get(objects[0]?.oid ?? '')?.transfer ?? null;
    const endsAreGuide = first === null || !isTooOld(first);
    for (const [index, object] of objects.entries()) {
      const answer = answers.get(object.oid);
      if (answer === undefined || answer.error !== null) {
        throw objectFailure(server.endpoint, object, answer?.error ?? null);
      }
      if (answer.isUnusable) throw addressUnusable(server);
      const { transfer } = answer;
      if (transfer === null) advance(object.size);
      else {
        // The first was asked for just now. What the others were given may have ended while those before them were sent.
        const isFresh = index === 0;
        if (!isFresh && endsAreGuide && isTooOld(transfer)) break;
        const refused = await put(object, answer, transfer, upload);
        if (refused !== null && !isFresh && MAY_HAVE_ENDED.has(refused.status)) break;
        if (refused !== null) {
          requireLogin(refused.status, server, loginFor(server, answer, transfer), transfer.href);
          throw uploadFailure(transfer.href, object, refused);
        }
        sent += 1;
        if (answer.verify !== null) await verify(object, answer, answer.verify, upload);
      }
      at += 1;
    }
  }
  return sent;
}

interface Upload {
  server: LfsServerAccess;
  folder: string;
  advance: (bytes: number) => void;
  signal: AbortSignal;
}

/** @returns the refusal; null when the content was taken */
async function put(
  object: LfsObject,
  answer: LfsAnswer,
  action: LfsAction,
  { server, folder, advance, signal }: Upload,
): Promise<ReadAnswer | null> {
  let counted = 0;
  const count = (bytes: number) => {
    counted += bytes;
    advance(bytes);
  };
  const body = () => {
    // A redirect has it sent again.
    count(-counted);
    return ownContent(objectPath(folder, object.oid), object.oid, count);
  };
  const url = new URL(action.href);
  const login = loginFor(server, answer, action);
  const send = () =>
    ask({
      method: 'PUT',
      url,
      ...login,
      headers: { 'content-type': 'application/octet-stream', ...login.headers },
      body,
      ...(action.isChunked ? {} : { length: object.size }),
      signal,
      redirects: LFS_REDIRECTS,
      repeats: WAITS,
    });
  const came = await answerTo(send, url.host, signal);
  if (came.status >= 200 && came.status <= 299) return null;
  count(-counted);
  return came;
}

async function verify(
  { oid, size }: LfsObject,
  answer: LfsAnswer,
  action: LfsAction,
  { server, signal }: Upload,
): Promise<void> {
  const url = new URL(action.href);
  const bytes = Buffer.from(JSON.stringify({ oid, size }));
  const login = loginFor(server, answer, action);
  const send = () =>
    ask({
      method: 'POST',
      url,
      ...login,
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, ...login.headers },
      body: () => Readable.from([bytes]),
      length: bytes.length,
      signal,
      redirects: LFS_REDIRECTS,
      repeats: VERIFY_WAITS,
    });
  const came = await answerTo(send, url.host, signal);
  const { status } = came;
  requireLogin(status, server, login, action.href);
  if (status < 200 || status > 299) throw verifyFailure(action.href, { oid, size }, came);
}

/** @throws Failure where the login was refused that a person gave: it was taken before, and has ended meanwhile */
function requireLogin(status: number, server: LfsServerAccess, login: LfsLogin, href: string): void {
  if (status !== 401 || !showsLogin(server, login)) return;
  throw Failure.of('lfs.login_refused', { host: new URL(href).host }, `${href}: 401`);
}
