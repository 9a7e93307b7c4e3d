/** What a Git LFS server refused, as sentences. */

import { Failure } from '../../failures/failure.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { messageOf, PASSING } from '../server/batch.ts';
import type { ReadAnswer } from './lfs-request.ts';

const kindOf = (status: number) => (PASSING.has(status) ? 'unreachable' : 'internal');

/** The batch request was refused, or its answer could not be read. */
export function batchFailure(endpoint: string, { status, body, wait }: ReadAnswer, hasCredentials: boolean): Failure {
  const { host } = new URL(endpoint);
  const detail = `${endpoint}: ${status} ${body.slice(0, 500)}`;
  if (status === 401) {
    return hasCredentials
      ? Failure.of('lfs.login_refused', { host }, detail)
      : Failure.of('lfs.login_needed', { host }, detail);
  }
  if (status === 403) {
    return Failure.of('lfs.forbidden', { host, said: messageOf(body) }, detail);
  }
  if (status === 404 || status === 405 || status === 501 || status === 200 || (status >= 300 && status < 400)) {
    return Failure.of('lfs.not_offered', { endpoint }, detail);
  }
  return Failure.of('lfs.refused', { host, status, said: messageOf(body), wait }, detail, kindOf(status));
}

/** One object was refused; `error` null when the server did not answer for it. */
export function objectFailure(
  endpoint: string,
  { oid, size }: LfsObject,
  error: { code: number; message: string } | null,
): Failure {
  const { host } = new URL(endpoint);
  const detail = `${oid}: ${error?.code ?? 'no answer'}`;
  if (error === null) return Failure.of('lfs.object_not_answered', { host, size }, detail);
  const said = error.message.slice(0, 300);
  return PASSING.has(error.code)
    ? Failure.of('lfs.refused', { host, status: error.code, said }, detail, 'unreachable')
    : Failure.of('lfs.object_refused', { host, size, said }, detail);
}

/** A content was taken, and the server was asked whether it has it. */
export function verifyFailure(href: string, { oid, size }: LfsObject, { status, body, wait }: ReadAnswer): Failure {
  const { host } = new URL(href);
  const detail = `verify ${oid}: ${status} ${body.slice(0, 500)}`;
  return PASSING.has(status)
    ? Failure.of('lfs.refused', { host, status, said: messageOf(body), wait }, detail, 'unreachable')
    : Failure.of('lfs.not_found_afterwards', { host, size, said: messageOf(body) }, detail);
}

/** The content of one object was refused. */
export function uploadFailure(href: string, { oid, size }: LfsObject, { status, body, wait }: ReadAnswer): Failure {
  const { host } = new URL(href);
  return Failure.of(
    'lfs.content_refused',
    { host, size, status, said: messageOf(body), wait },
    `${oid}: ${status} ${body.slice(0, 500)}`,
    kindOf(status),
  );
}
