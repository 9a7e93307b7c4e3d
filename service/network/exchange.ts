/** One request and its answer, over HTTP/1.1. */
import { type ClientRequest, type IncomingMessage, request as start } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerOf, type HttpAnswer, type Limits, USUAL_LIMITS, wantsPacked } from './answer.ts';
import { currentNetwork, type Network } from './current.ts';
import { proxyRefusal, WiredAgent } from './dial.ts';
import { troubleOf } from './facts.ts';
import type { Line } from './line.ts';
import { withRecord } from './recorded.ts';
import { type Hop, NetworkTrouble } from './trouble.ts';
import { proxyLogin, type Way, wayTo } from './way.ts';

export interface Exchange {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** A function makes the stream, so that it can be sent again. */
  body?: Uint8Array | (() => Readable) | undefined;
  /** Bytes of a stream; without it they are sent in chunks. */
  length?: number | undefined;
  signal: AbortSignal;
  limits?: Partial<Limits> | undefined;
  /** Never sent over a connection that served before, which the server may be closing: for what must not be sent twice. */
  alone?: boolean | undefined;
  /** The connection that this goes over; without it any. */
  line?: Line | undefined;
  onPassed?: ((hop: Hop) => void) | undefined;
}

let agent: { of: Network; connections: WiredAgent } | null = null;

/** Connections of the network as it is now: those made under other settings serve nobody any more. */
function connections(): WiredAgent {
  const network = currentNetwork();
  if (agent === null || agent.of !== network) agent = { of: network, connections: new WiredAgent() };
  return agent.connections;
}

/**
 * Sends a request and gives its answer when its head is there. Nothing is followed and nothing asked again, but for a
 * connection that had been idle and turns out to be closed.
 * @throws NetworkTrouble; the signal's reason when aborted; what the body's stream throws
 */
export function exchange(asked: Exchange): Promise<HttpAnswer> {
  return withRecord(asked, () => onKeptConnection(asked));
}

async function onKeptConnection(asked: Exchange): Promise<HttpAnswer> {
  try {
    return await attempt(asked, asked.alone === true);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await attempt(asked, asked.line === undefined);
  }
}

/** A connection that was kept and that the server had closed before it could have read anything. */
class StaleConnection extends Error {}

async function attempt(asked: Exchange, alone: boolean): Promise<HttpAnswer> {
  const { signal } = asked;
  signal.throwIfAborted();
  const limits = { ...USUAL_LIMITS, ...asked.limits };
  const way = wayTo(asked.url);
  const head = Promise.withResolvers<IncomingMessage>();
  const request = open(asked, way, limits, alone);
  const body = asked.body === undefined || asked.body instanceof Uint8Array ? null : asked.body();
  const abort = () => {
    head.reject(signal.reason);
    request.destroy(signal.reason);
  };
  const end = () => {
    signal.removeEventListener('abort', abort);
    body?.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  const explain = (error: unknown) =>
    signal.aborted ? signal.reason : troubleOf(error, way.parameters, way.certificate !== null);
  request.on('error', (error) => {
    const stale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    head.reject(stale && !signal.aborted ? new StaleConnection() : explain(error));
  });
  request.on('response', head.resolve);
  body?.on('error', (error) => head.reject(error));
  watch(request, limits, way);
  send(request, asked.body instanceof Uint8Array ? asked.body : body);
  try {
    const response = await head.promise;
    const status = response.statusCode ?? 0;
    if (way.proxy !== null && (status === 407 || isTinyproxysOwn(response))) {
      response.resume();
      throw proxyRefusal(status, way);
    }
    const packed = asked.method === 'HEAD' || !wantsPacked(asked.headers);
    return answerOf(response, asked.url, { limits, way, request, end, explain, packed });
  } catch (error) {
    request.destroy();
    end();
    throw error;
  }
}

/**
 * tinyproxy refuses a wrong login with the 401 of a server (reqs.c, `handle_connection`; seen with its 1.11.1). What it hands on has
 * its name in `Via`, and another server's in `Server`.
 */
function isTinyproxysOwn({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 401 && headers.via === undefined && /^tinyproxy\b/i.test(String(headers.server ?? ''));
}

function open(
  { method, url, headers, body, length, signal, line, onPassed }: Exchange,
  way: Way,
  limits: Limits,
  alone: boolean,
) {
  const viaProxy = way.proxy !== null && url.protocol === 'http:';
  const login = viaProxy && way.proxy !== null ? proxyLogin(way.proxy) : null;
  const bytes = body instanceof Uint8Array ? body.length : length;
  const path = url.pathname + url.search;
  return start({
    ...{ way, dialing: { signal, connectMs: limits.connectMs, onPassed } },
    agent: alone ? new WiredAgent() : (line?.agent ?? connections()),
    method,
    host: url.hostname,
    // A proxy is asked for the whole address (RFC 9112, 3.2.2).
    path: viaProxy ? url.origin + path : path,
    setHost: false,
    headers: {
      host: url.host,
      // IIS means another format by "deflate" than everybody else.
      ...(wantsPacked(headers) ? { 'accept-encoding': 'gzip' } : {}),
      ...headers,
      ...(login === null ? {} : { 'proxy-authorization': login }),
      ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
      ...(alone ? { connection: 'close' } : {}),
    },
  });
}

function send(request: ClientRequest, body: Uint8Array | Readable | null): void {
  if (!(body instanceof Readable)) return void request.end(body ?? undefined);
  // A server may answer, and close, before it has read everything: its answer says why.
  pipeline(body, request).catch(() => undefined);
}

/** While the body goes out, the socket's own clock runs; from its end until the answer begins, another. */
function watch(request: ClientRequest, { silenceMs, firstByteMs }: Limits, { parameters }: Way): void {
  const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);
  const giveUp = (fact: 'silent' | 'no_first_byte', milliseconds: number) => () =>
    void request.destroy(new NetworkTrouble(fact, { ...parameters, seconds: seconds(milliseconds) }));
  const silent = giveUp('silent', silenceMs);
  let timer: NodeJS.Timeout | undefined;
  request.setTimeout(silenceMs);
  request.on('timeout', () => !request.writableFinished && silent());
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp('no_first_byte', firstByteMs), firstByteMs);
  };
  request.on('finish', () => {
    // A request without a body is finished before its connection stands, for which another limit counts.
    if (request.socket === null || request.socket === undefined) request.once('socket', wait);
    else wait();
  });
  const forget = () => clearTimeout(timer);
  request.on('response', forget);
  request.on('close', forget);
  request.on('error', forget);
}
