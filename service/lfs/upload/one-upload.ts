/** One content on its way to a Git LFS server: sent, and asked after. */
import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import { ask } from '../../network/client.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import {
  LFS_REDIRECTS,
  type LfsAction,
  type LfsAnswer,
  type LfsLogin,
  loginFor,
  MEDIA_TYPE,
  showsLogin,
} from '../server/batch.ts';
import type { LfsServerAccess } from '../server/find-server.ts';
import { verifyFailure } from './lfs-failures.ts';
import { answerTo, type ReadAnswer, WAITS } from './lfs-request.ts';
import { ownContent } from './own-content.ts';

/** git-lfs asks three times whether a content arrived (tq/verify.go). */
const VERIFY_WAITS = { tries: 3, longestWaitMs: 120_000 };

export interface Upload {
  server: LfsServerAccess;
  folder: string;
  advance: (bytes: number) => void;
  signal: AbortSignal;
}

/** @returns the refusal; null when the content was taken */
export async function put(
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

export async function verify(
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
export function requireLogin(status: number, server: LfsServerAccess, login: LfsLogin, href: string): void {
  if (status !== 401 || !showsLogin(server, login)) return;
  throw Failure.of('lfs.login_refused', { host: new URL(href).host }, `${href}: 401`);
}
