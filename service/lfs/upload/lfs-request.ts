/** One HTTP request to a Git LFS server. */
import type { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import { ask, bytesOf } from '../../network/client.ts';
import { NetworkTrouble } from '../../network/trouble.ts';

/** Most bytes of an answer that are read. */
const LONGEST_ANSWER = 16 << 20;
/** Questions of the batch API may be asked twice. Servers without `Retry-After` are left to the next try of the push. */
const WAITS = { tries: 5, longestWaitMs: 120_000, onlyWhenAsked: true };

export interface LfsRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  /** Bytes that follow; `length` of them. */
  body: () => Readable;
  length: number;
  signal: AbortSignal;
  /** A server that says when to come again is asked again; not where bytes are counted as they are sent. */
  waits: boolean;
}

export interface LfsAnswer {
  status: number;
  body: string;
}

/**
 * Sends a request and reads its answer. Redirects are not followed: they would take the login along.
 * @throws Failure of kind 'unreachable' when there is no answer, or 'cancelled'
 */
export async function send({ method, url, headers, body, length, signal, waits }: LfsRequest): Promise<LfsAnswer> {
  const address = new URL(url);
  try {
    const answer = await ask({
      method,
      url: address,
      headers,
      body,
      length,
      signal,
      ...(waits ? { repeats: WAITS } : {}),
    });
    return { status: answer.status, body: (await bytesOf(answer, LONGEST_ANSWER)).toString('utf8') };
  } catch (error) {
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    // What lasts needs its own sentence; what passes is tried again, and then has this one.
    if (error instanceof NetworkTrouble && !error.passing) throw error;
    const detail = error instanceof NetworkTrouble ? `${error.fact}: ${error.detail}` : String(error);
    throw Failure.of('lfs.unreachable', { host: address.host }, detail);
  }
}
