/** Worker thread that sends LFS objects: the batch API with basic transfers (git-lfs, docs/api/batch.md). */

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { batchFailure, objectFailure, uploadFailure } from './lfs-failures.ts';
import { send } from './lfs-request.ts';
import { findLfsServer, type LfsServerAccess } from './lfs-server.ts';

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

interface Action {
  href: string;
  header: Record<string, string>;
}

interface Answered {
  oid: string;
  upload: Action | null;
  verify: Action | null;
  error: { code: number; message: string } | null;
}

/** Objects asked for at once. */
const BATCH = 100;
/** Milliseconds before its end at which a login is renewed. */
const RENEWAL_MS = 60_000;
/** Bytes between two messages. */
const REPORT_BYTES = 256 << 10;
const MEDIA_TYPE = 'application/vnd.git-lfs+json';

serveJob<UploadJob, { sent: number }, UploadMessage>(async (job, post, signal) => {
  let done = 0;
  let told = 0;
  let sent = 0;
  const advance = (bytes: number) => {
    done += bytes;
    if (done - told < REPORT_BYTES) return;
    told = done;
    post({ done });
  };
  let server = await findLfsServer(job.remoteUrl, job.credentials, signal);
  for (let at = 0; at < job.objects.length; at += BATCH) {
    const objects = job.objects.slice(at, at + BATCH);
    if (server.expiresAt - performance.now() < RENEWAL_MS)
      server = await findLfsServer(job.remoteUrl, job.credentials, signal);
    const answers = new Map((await ask(server, objects, signal)).map((answer) => [answer.oid, answer]));
    for (const object of objects) {
      const answer = answers.get(object.oid);
      if (answer === undefined) throw objectFailure(server.endpoint, object, null);
      if (answer.error !== null) throw objectFailure(server.endpoint, object, answer.error);
      if (answer.upload === null) advance(object.size);
      else {
        await upload(server, job.folder, object, answer.upload, advance, signal);
        sent += 1;
      }
      if (answer.verify !== null) await verify(server, object, answer.verify, signal);
    }
  }
  return { sent };
});

/** Which of these objects the server lacks, and where it wants them. */
async function ask(server: LfsServerAccess, objects: readonly LfsObject[], signal: AbortSignal): Promise<Answered[]> {
  const { status, body } = await postJson(
    `${server.endpoint}/objects/batch`,
    { operation: 'upload', transfers: ['basic'], objects, hash_algo: 'sha256' },
    server.headers,
    signal,
  );
  if (status !== 200) throw batchFailure(server.endpoint, status, body, server.hasLogin);
  try {
    const answer = JSON.parse(body) as { transfer?: unknown; objects: Record<string, unknown>[] };
    if (answer.transfer !== undefined && answer.transfer !== 'basic')
      throw new RangeError('another transfer than asked for');
    return answer.objects.map(readAnswer);
  } catch (error) {
    throw batchFailure(server.endpoint, status, String(error), false);
  }
}

function readAnswer(object: Record<string, unknown>): Answered {
  const actions = (object.actions ?? {}) as Record<string, unknown>;
  const error = object.error as { code?: unknown; message?: unknown } | undefined;
  return {
    oid: String(object.oid),
    upload: readAction(actions.upload),
    verify: readAction(actions.verify),
    error: error === undefined ? null : { code: Number(error.code), message: String(error.message ?? '') },
  };
}

function readAction(action: unknown): Action | null {
  if (typeof action !== 'object' || action === null) return null;
  const { href, header } = action as { href?: unknown; header?: Record<string, unknown> };
  if (typeof href !== 'string' || !URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol))
    throw new RangeError('an action without an address');
  const headers = Object.entries(header ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { href, header: Object.fromEntries(headers.filter(([name]) => !FRAMING.has(name))) };
}

/** Headers that say how a message is sent, which is not the server's to choose. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'host']);

async function upload(
  server: LfsServerAccess,
  folder: string,
  object: LfsObject,
  action: Action,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const body = () => {
    const stream = createReadStream(objectPath(folder, object.oid), { highWaterMark: 256 << 10 });
    return stream.on('data', (chunk) => advance(chunk.length));
  };
  const answer = await send({
    method: 'PUT',
    url: action.href,
    headers: { 'content-type': 'application/octet-stream', ...loginFor(server, action) },
    body,
    length: object.size,
    signal,
    waits: false,
  });
  if (answer.status < 200 || answer.status > 299) throw uploadFailure(action.href, object, answer.status, answer.body);
}

async function verify(server: LfsServerAccess, object: LfsObject, action: Action, signal: AbortSignal): Promise<void> {
  const { oid, size } = object;
  const answer = await postJson(action.href, { oid, size }, loginFor(server, action), signal);
  if (answer.status < 200 || answer.status > 299) {
    throw Failure.of(
      'lfs.not_found_afterwards',
      { host: new URL(action.href).host, size },
      `verify ${oid}: ${answer.status} ${answer.body.slice(0, 500)}`,
    );
  }
}

async function postJson(url: string, value: unknown, headers: Record<string, string>, signal: AbortSignal) {
  const bytes = Buffer.from(JSON.stringify(value));
  return await send({
    method: 'POST',
    url,
    headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, ...headers },
    body: () => Readable.from([bytes]),
    length: bytes.length,
    signal,
    waits: true,
  });
}

/** What an action asks to be sent with it; the login itself goes to the server that it was given for, and no other. */
function loginFor(server: LfsServerAccess, action: Action): Record<string, string> {
  if ('authorization' in action.header || new URL(action.href).origin !== new URL(server.endpoint).origin)
    return action.header;
  return { ...server.headers, ...action.header };
}
