/** What a Git LFS server that contents are fetched from refused, as failures. */
import { Failure } from '../../failures/failure.ts';
import { NetworkTrouble } from '../../network/trouble.ts';
import { type LfsAnswer, messageOf, PASSING } from '../server/batch.ts';
import type { LfsServerAccess } from '../server/find-server.ts';

/** What a server said instead of a content, and for how many seconds it asks to be left alone. */
export interface Refusal {
  status: number;
  said: string;
  wait: number;
}

/** Not there, taken away by its owner (git-lfs, docs/api/batch.md), or something whose name is none there. */
const LACKING = new Set([404, 410, 422]);

/**
 * The batch request was refused.
 * @param isNamed the source names the server itself, in its `.lfsconfig`
 */
export function batchRefused(
  { endpoint, hasLogin }: LfsServerAccess,
  { status, body, wait }: { status: number; body: string; wait: number },
  isNamed: boolean,
): Failure {
  const { host } = new URL(endpoint);
  const detail = `${status} ${body.slice(0, 300)}`;
  if (status === 401 && isNamed && !hasLogin) return Failure.of('lfs.source_login_elsewhere', { host }, detail);
  if (status === 401) return Failure.of('lfs.source_login', { host }, detail);
  if (status === 403) return Failure.of('lfs.source_forbidden', { host, said: messageOf(body) }, detail);
  if (status === 404 || status === 405 || status === 501 || (status >= 300 && status < 400)) {
    return Failure.of('lfs.source_not_offered', { endpoint }, detail);
  }
  return refused(host, { status, said: messageOf(body), wait }, detail);
}

/** The server gives no address for an object; `error` null where it does not say why. */
export function objectRefused({ endpoint }: LfsServerAccess, error: LfsAnswer['error']): Failure {
  const { host } = new URL(endpoint);
  return ofOne(host, { status: error?.code ?? 404, said: error?.message ?? '', wait: 0 });
}

/** A content was refused at its address. */
export function contentRefused({ host }: URL, refusal: Refusal): Failure {
  return ofOne(host, refusal);
}

function ofOne(host: string, refusal: Refusal): Failure {
  const { status, said } = refusal;
  const detail = `${status} ${said}`;
  if (LACKING.has(status)) return Failure.of('lfs.source_lacks', { host }, detail);
  if (status === 401) return Failure.of('lfs.source_login', { host }, detail);
  if (status === 403) return Failure.of('lfs.source_forbidden', { host, said }, detail);
  return refused(host, refusal, detail);
}

function refused(host: string, { status, said, wait }: Refusal, detail: string): Failure {
  const kind = PASSING.has(status) ? 'unreachable' : 'broken_source';
  return Failure.of('lfs.source_refused', { host, status, said, wait }, detail, kind);
}

/** What broke on the way; what passes by itself gets the sentence of its own. */
export function brokenOff(error: unknown, host: string): unknown {
  // A server that answers in a packing of its own did answer.
  if (!(error instanceof NetworkTrouble) || !error.passing || error.fact === 'bad_packing') return error;
  // A proxy is there, and may be busy or cut the line: its own sentence says so, and decides whether it is waited for.
  if (error.hop === 'proxy') return error;
  const key = error.fact === 'connection_broke' ? 'lfs.source_broke_off' : 'lfs.source_unreachable';
  return Failure.of(key, { host }, `${error.fact}: ${error.detail}`);
}
