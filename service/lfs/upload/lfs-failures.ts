/** What a Git LFS server refused, as sentences. */

import { Failure } from '../../failures/failure.ts';
import type { LfsObject } from '../../vocabulary/history.ts';

/** Answers after which another attempt may do: too many requests, and what gateways and overloaded servers say. */
const PASSING = new Set([429, 500, 502, 503, 504]);
const kindOf = (status: number) => (PASSING.has(status) ? 'unreachable' : 'internal');

/** The batch request was refused, or its answer could not be read. */
export function batchFailure(endpoint: string, status: number, body: string, hasCredentials: boolean): Failure {
  const { host } = new URL(endpoint);
  const detail = `${endpoint}: ${status} ${body.slice(0, 500)}`;
  if (status === 401) {
    return hasCredentials
      ? Failure.of('lfs.login_refused', { host }, detail)
      : Failure.of('lfs.login_needed', { host }, detail);
  }
  if (status === 403) {
    return Failure.of('lfs.forbidden', { host, said: said(body) }, detail);
  }
  if (status === 404 || status === 405 || status === 501 || status === 200 || (status >= 300 && status < 400)) {
    return Failure.of('lfs.not_offered', { endpoint }, detail);
  }
  return Failure.of('lfs.refused', { host, status, said: said(body) }, detail, kindOf(status));
}

/** One object was refused; `error` null when the server did not answer for it. */
export function objectFailure(
  endpoint: string,
  { oid, size }: LfsObject,
  error: { code: number; message: string } | null,
): Failure {
  const { host } = new URL(endpoint);
  const detail = `${oid}: ${error?.code ?? 'no answer'}`;
  return error === null
    ? Failure.of('lfs.object_not_answered', { host, size }, detail)
    : Failure.of('lfs.object_refused', { host, size, said: said(JSON.stringify(error)) }, detail);
}

/** The content of one object was refused. */
export function uploadFailure(href: string, { oid, size }: LfsObject, status: number, body: string): Failure {
  const { host } = new URL(href);
  return Failure.of(
    'lfs.content_refused',
    { host, size, status, said: said(body) },
    `${oid}: ${status} ${body.slice(0, 500)}`,
    kindOf(status),
  );
}

/** The message of an answer; '' without one. */
function said(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 300) : '';
  } catch {
    return '';
  }
}
