/** The answer to a request, its body piece by piece. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { unpacked } from './packing.ts';
import { NetworkTrouble } from './trouble.ts';
import type { Way } from './way.ts';

/** All in milliseconds. */
export interface Limits {
  /** Until the connection stands: name, proxy and TLS included. */
  connectMs: number;
  /** From the last byte of the request to the first of the answer. */
  firstByteMs: number;
  /** Without a byte in the middle of a body, sent or received. */
  silenceMs: number;
}

export const USUAL_LIMITS: Limits = { connectMs: 20_000, firstByteMs: 60_000, silenceMs: 60_000 };

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Where the answer came from, behind all redirects. */
  url: URL;
  /** The body's bytes, unpacked; must be read to its end, or left with `drop`. @throws NetworkTrouble */
  pieces(): AsyncGenerator<Uint8Array, void>;
  /** Lets the connection go without reading. */
  drop(): void;
}

/** Whether the body may come packed: not where the caller says itself what it takes. */
export function wantsPacked(headers: Readonly<Record<string, string>>): boolean {
  return !Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding');
}

export interface Behind {
  limits: Limits;
  way: Way;
  request: ClientRequest;
  end(): void;
  explain(error: unknown): unknown;
  /** The body is given as it comes. */
  packed: boolean;
}

/** An answer whose head has arrived. */
export function answerOf(response: IncomingMessage, url: URL, behind: Behind): HttpAnswer {
  const { limits, way, request, end, explain } = behind;
  const headers = headersOf(response);
  const bytes = behind.packed ? response : unpacked(response, headers, way);
  bytes.on('error', () => undefined);
  const drop = () => {
    end();
    if (!response.complete) request.destroy();
    bytes.destroy();
  };
  response.once('close', end);
  return {
    status: response.statusCode ?? 0,
    headers,
    url,
    drop,
    async *pieces() {
      const iterator = bytes[Symbol.asyncIterator]();
      let isDone = false;
      try {
        for (;;) {
          const next = await unlessSilent(iterator.next(), limits.silenceMs, way, request);
          if (next.done === true) break;
          yield next.value as Uint8Array;
        }
        isDone = true;
      } catch (error) {
        throw explain(error);
      } finally {
        if (isDone) end();
        else drop();
      }
    },
  };
}

async function unlessSilent<Result>(
  work: Promise<Result>,
  silenceMs: number,
  { parameters }: Way,
  request: ClientRequest,
) {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const trouble = new NetworkTrouble('silent', { ...parameters, seconds: Math.round(silenceMs / 1000) });
    silent.reject(trouble);
    request.destroy(trouble);
  }, silenceMs);
  try {
    return await Promise.race([work, silent.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    try {
      headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
    } catch {
      // A header that no browser would take says nothing that is needed here.
    }
  }
  return headers;
}
