/** One attempt to deliver: a signed POST, and what came back. */
import { createHmac } from 'node:crypto';

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
  problem: string | null;
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
    const response = await fetch(outgoing.url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([outgoing.signal, timeout]),
    });
    return outcome({
      statusCode: response.status,
      problem: null,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await firstBytes(response),
    });
  } catch (error) {
    return outcome({
      statusCode: null,
      problem: timeout.aborted ? `No answer came within ${TIMEOUT_MS / 1000} seconds.` : sentenceOf(error),
      responseHeaders: null,
      responseBody: null,
    });
  }
}

async function firstBytes(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= LONGEST_ANSWER) break;
  }
  return Buffer.concat(pieces).subarray(0, LONGEST_ANSWER).toString('utf8');
}

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection. Check that it runs, and its port.',
  ENOTFOUND: 'The receiver’s host was not found. Check the address.',
  EAI_AGAIN: 'The receiver’s host was not found. Check the address and the network.',
  ECONNRESET: 'The receiver cut the connection.',
  UND_ERR_SOCKET: 'The receiver cut the connection.',
  ETIMEDOUT: 'The receiver did not answer.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver did not answer.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The receiver’s certificate is not trusted by this machine.',
  CERT_HAS_EXPIRED: 'The receiver’s certificate has expired.',
};

function sentenceOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  const code = cause?.code ?? (error as { code?: string }).code ?? '';
  return SENTENCES[code] ?? `The receiver could not be reached${code === '' ? '' : ` (${code})`}. Check the address.`;
}
