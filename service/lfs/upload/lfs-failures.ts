/** What a Git LFS server refused, as sentences. */
import { ImportFailure, type LfsObject } from '../../sources/source.ts';

/** Answers after which another attempt may do: too many requests, and what gateways and overloaded servers say. */
const PASSING = new Set([429, 500, 502, 503, 504]);
const kindOf = (status: number) => (PASSING.has(status) ? 'unreachable' : 'internal');

/** The batch request was refused, or its answer could not be read. */
export function batchFailure(endpoint: string, status: number, body: string, hasCredentials: boolean): ImportFailure {
  const { host } = new URL(endpoint);
  const detail = `${endpoint}: ${status} ${body.slice(0, 500)}`;
  if (status === 401) {
    return new ImportFailure(
      'auth',
      hasCredentials
        ? `The user name or the password was refused by the Git LFS server at ${host}. Check both and enter them again.`
        : `The Git LFS server at ${host} needs a user name and a password. Enter them to go on.`,
      detail,
    );
  }
  if (status === 403) {
    return new ImportFailure(
      'auth',
      `The Git LFS server at ${host} does not let this account write.${said(body)} Change its rights there, and push again.`,
      detail,
    );
  }
  if (status === 404 || status === 405 || status === 501 || status === 200 || (status >= 300 && status < 400)) {
    return new ImportFailure(
      'not_found',
      `The remote answers no Git LFS requests at ${endpoint}, and this repository has large files. Switch Git LFS on there, or leave large files out of the import, and push again.`,
      detail,
    );
  }
  return new ImportFailure(
    kindOf(status),
    `The Git LFS server at ${host} refused the large files (${status}).${said(body)} Push again later, or ask who runs it.`,
    detail,
  );
}

/** One object was refused; `error` null when the server did not answer for it. */
export function objectFailure(
  endpoint: string,
  { oid, size }: LfsObject,
  error: { code: number; message: string } | null,
): ImportFailure {
  const { host } = new URL(endpoint);
  return new ImportFailure(
    'internal',
    error === null
      ? `The Git LFS server at ${host} did not say whether it takes a large file of ${size} bytes. Push again; if it stays so, ask who runs that server.`
      : `The Git LFS server at ${host} refused a large file of ${size} bytes.${said(JSON.stringify(error))} Change its limits or your rights there, and push again.`,
    `${oid}: ${error?.code ?? 'no answer'}`,
  );
}

/** The content of one object was refused. */
export function uploadFailure(href: string, { oid, size }: LfsObject, status: number, body: string): ImportFailure {
  const { host } = new URL(href);
  return new ImportFailure(
    kindOf(status),
    `${host} did not take a large file of ${size} bytes (${status}).${said(body)} Push again: what has arrived is not sent twice.`,
    `${oid}: ${status} ${body.slice(0, 500)}`,
  );
}

/** The message of an answer, as a sentence behind another one; '' without one. */
function said(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? ` It says: ${message.slice(0, 300)}` : '';
  } catch {
    return '';
  }
}
