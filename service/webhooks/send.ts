/** One attempt to deliver: a signed POST, and what came back. */

import { createHmac } from 'node:crypto';
import { type Said, type Sentence, say } from '../../language/sentence.ts';
import { sayFailure } from '../failures/sentences.ts';
import type { HttpAnswer } from '../network/answer.ts';
import { ask } from '../network/client.ts';
import { type NetworkFact, NetworkTrouble } from '../network/trouble.ts';

/** Time limit of an attempt, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are kept. */
const LONGEST_ANSWER = 64 * 1024;

export interface Outgoing {
  url: string;
  contentType: 'json' | 'form';
  secret: string | null;
  event: string;
  guid: string;
  hookId: number;
  /** JSON. */
  payload: string;
  signal: AbortSignal;
}

export interface Outcome {
  requestHeaders: Record<string, string>;
  /** Null when no answer came; then `problem` says why. */
  statusCode: number | null;
  problem: Sentence | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  durationMs: number;
}

/** The body as it is sent, and the headers that sign it (HMAC, hex; the SHA-1 form is for older receivers). */
export function signedRequest(outgoing: Outgoing): { body: string; headers: Record<string, string> } {
  const { contentType, payload, secret } = outgoing;
  const body = contentType === 'json' ? payload : new URLSearchParams({ payload }).toString();
  const sign = (algorithm: 'sha1' | 'sha256') =>
    `${algorithm}=${createHmac(algorithm, secret ?? '')
      .update(body)
      .digest('hex')}`;
  return {
    body,
    headers: {
      'Content-Type': contentType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      'User-Agent': 'Gantry-Hookshot',
      Accept: '*/*',
      'X-GitHub-Event': outgoing.event,
      'X-GitHub-Delivery': outgoing.guid,
      'X-GitHub-Hook-ID': String(outgoing.hookId),
      ...(secret === null ? {} : { 'X-Hub-Signature': sign('sha1'), 'X-Hub-Signature-256': sign('sha256') }),
    },
  };
}

/** Sends once. Redirects are not followed: the signature was made for this receiver. Never rejects. */
export async function send(outgoing: Outgoing): Promise<Outcome> {
  const { body, headers } = signedRequest(outgoing);
  const start = performance.now();
  const outcome = (rest: Omit<Outcome, 'requestHeaders' | 'durationMs'>): Outcome => ({
    requestHeaders: headers,
    durationMs: Math.round(performance.now() - start),
    ...rest,
  });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await ask({
      method: 'POST',
      url: new URL(outgoing.url),
      headers,
      body: Buffer.from(body),
      signal: AbortSignal.any([outgoing.signal, timeout]),
      // A delivery that arrives twice is told twice.
      alone: true,
    });
    return outcome({
      statusCode: answer.status,
      problem: null,
      responseHeaders: Object.fromEntries(answer.headers),
      responseBody: (await beginningOf(answer)).toString('utf8'),
    });
  } catch (error) {
    return outcome({
      statusCode: null,
      problem: timeout.aborted
        ? say('No answer came within {seconds} seconds.', { seconds: TIMEOUT_MS / 1000 })
        : sentenceOf(error),
      responseHeaders: null,
      responseBody: null,
    });
  }
}

/** As much of the body as came and is kept. Its status has said already whether the receiver took the delivery: words that break off, or have no end, change nothing about it. */
async function beginningOf(answer: HttpAnswer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of answer.pieces()) {
      pieces.push(piece);
      length += piece.length;
      if (length >= LONGEST_ANSWER) break;
    }
  } catch {
    // What came before is kept.
  }
  return Buffer.concat(pieces).subarray(0, LONGEST_ANSWER);
}

const SENTENCES: Partial<Record<NetworkFact, Said>> = {
  connection_refused: say('The receiver refused the connection. Check that it runs, and its port.'),
  name_not_found: say('The receiver’s host was not found. Check the address.'),
  name_not_answered: say('The receiver’s host was not found. Check the address and the network.'),
  connection_broke: say('The receiver cut the connection.'),
};

function sentenceOf(error: unknown): Said {
  if (!(error instanceof NetworkTrouble)) return say('The receiver could not be reached. Check the address.');
  return SENTENCES[error.fact] ?? sayFailure(error, 'work');
}
