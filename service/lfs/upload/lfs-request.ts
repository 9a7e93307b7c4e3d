/** One HTTP request to a Git LFS server. */
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportFailure } from '../../sources/source.ts';

/** A server that sends and takes nothing for this long is given up, in milliseconds. */
const SILENCE_MS = 60_000;
/** Most bytes of an answer that are read. */
const LONGEST_ANSWER = 16 << 20;

export interface LfsRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  /** Bytes that follow; `length` of them. */
  body: Readable;
  length: number;
  signal: AbortSignal;
}

export interface LfsAnswer {
  status: number;
  body: string;
}

/**
 * Sends a request and reads its answer. Redirects are not followed: they would take the login along.
 * @throws ImportFailure of kind 'unreachable' when there is no answer, or 'cancelled'
 */
export async function send({ method, url, headers, body, length, signal }: LfsRequest): Promise<LfsAnswer> {
  const address = new URL(url);
  const start = address.protocol === 'https:' ? secureRequest : plainRequest;
  const answered = Promise.withResolvers<LfsAnswer>();
  // Told below; until then a failure must not count as unhandled.
  answered.promise.catch(() => undefined);
  const request = start(address, { method, signal, headers: { ...headers, 'content-length': String(length) } });
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`no answer within ${SILENCE_MS / 1000} seconds`)));
  request.on('error', answered.reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_ANSWER) request.destroy(new Error('an answer of more than 16 MB'));
      else chunks.push(chunk);
    });
    response.on('error', answered.reject);
    response.on('end', () =>
      answered.resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
    );
  });
  try {
    // A server may answer, and close, before it has read everything: its answer says why.
    const sent = pipeline(body, request).catch(() => undefined);
    const answer = await answered.promise;
    body.destroy();
    await sent;
    return answer;
  } catch (error) {
    body.destroy();
    if (signal.aborted) throw new ImportFailure('cancelled', 'The push was cancelled.');
    throw new ImportFailure(
      'unreachable',
      `The Git LFS server at ${address.host} did not answer. Check the network and push again: what has arrived is not sent twice.`,
      String(error),
    );
  }
}
