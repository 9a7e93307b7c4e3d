/** Opens connections: to the server, or through a proxy to it, with TLS where the address wants it. */
import { Agent, request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { type SecureContext, connect as secure } from 'node:tls';
import { proxyTroubleOf, troubleOf } from './facts.ts';
import { codeOf, type Hop, NetworkTrouble } from './trouble.ts';
import { proxyLogin, type Way } from './way.ts';

export interface DialOptions {
  signal: AbortSignal;
  /** Time until the connection stands, in milliseconds. */
  connectMs: number;
  /** Hears of each part of the way that is behind us. */
  onPassed?: ((hop: Hop) => void) | undefined;
}

/**
 * A connection over which the address can be asked.
 * @throws NetworkTrouble; the signal's reason when aborted
 */
export async function dial(way: Way, options: DialOptions): Promise<Socket> {
  const { signal, connectMs } = options;
  signal.throwIfAborted();
  const stop = new AbortController();
  const timer = setTimeout(
    () =>
      stop.abort(new NetworkTrouble('connect_timeout', { ...way.parameters, seconds: Math.round(connectMs / 1000) })),
    connectMs,
  );
  const either = AbortSignal.any([signal, stop.signal]);
  const open: Socket[] = [];
  try {
    return await walk(way, either, options.onPassed ?? (() => undefined), open);
  } catch (error) {
    for (const socket of open) socket.destroy();
    either.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function walk(way: Way, signal: AbortSignal, passed: (hop: Hop) => void, open: Socket[]): Promise<Socket> {
  const { url, proxy, parameters } = way;
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = url.protocol === 'https:';
  let socket: Socket;
  if (proxy === null) {
    socket = connect({ host: hostname, port: Number(url.port || (isSecure ? 443 : 80)) });
    open.push(socket);
    socket.once('lookup', (error: Error | null) => error === null && passed('name'));
    await happens(socket, 'connect', signal, (error) => troubleOf(error, parameters));
    passed('name');
    passed('connection');
  } else {
    socket = connect({ host: proxy.hostname, port: proxy.port });
    open.push(socket);
    await happens(socket, 'connect', signal, (error) => proxyTroubleOf(error, parameters));
    if (proxy.protocol === 'https:') {
      socket = wrap(socket, proxy.hostname, way.context());
      open.push(socket);
      await happens(socket, 'secureConnect', signal, (error) => proxyTroubleOf(error, parameters));
    }
    if (isSecure) await tunnel(socket, way, hostname, signal);
    passed('proxy');
  }
  if (!isSecure) return socket;
  const ends = wrap(socket, hostname, way.context());
  open.push(ends);
  await happens(ends, 'secureConnect', signal, (error) => troubleOf(error, parameters, way.certificate !== null));
  passed('certificate');
  return ends;
}

function wrap(socket: Socket, hostname: string, secureContext: SecureContext): Socket {
  const servername = isIP(hostname) === 0 ? hostname : '';
  return secure({ socket, host: hostname, servername, secureContext, rejectUnauthorized: true });
}

/** Asks the proxy for a line to the server (RFC 9110, 9.3.6). */
async function tunnel(socket: Socket, way: Way, hostname: string, signal: AbortSignal): Promise<void> {
  const { url, proxy, parameters } = way;
  const target = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${url.port || 443}`;
  const login = proxy === null ? null : proxyLogin(proxy);
  const asking = request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...(login === null ? {} : { 'proxy-authorization': login }) },
    setHost: false,
  });
  const status = await new Promise<number>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    asking.once('close', () => signal.removeEventListener('abort', stop));
    // It was there, and took the question.
    asking.once('error', (error) =>
      reject(isCut(error) ? new NetworkTrouble('proxy_closed', parameters, error) : proxyTroubleOf(error, parameters)),
    );
    asking.once('connect', (answer, line, head) => {
      signal.removeEventListener('abort', stop);
      if (head.length > 0) line.unshift(head);
      resolve(answer.statusCode ?? 0);
    });
    asking.end();
  });
  if (status >= 200 && status < 300) return;
  throw proxyRefusal(status, way);
}

function isCut(error: unknown): boolean {
  return codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE';
}

/** What a status of the proxy's own means. */
export function proxyRefusal(status: number, { proxy, parameters }: Way): NetworkTrouble {
  const all = { ...parameters, status };
  // tinyproxy answers 401 to a login that it knows to be wrong.
  if (status === 407 || status === 401)
    return new NetworkTrouble(proxy?.username === '' ? 'proxy_login_wanted' : 'proxy_login_refused', all);
  return new NetworkTrouble(status >= 500 ? 'proxy_gateway' : 'proxy_refused', all);
}

async function happens(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  explain: (error: unknown) => NetworkTrouble,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (act: () => void) => {
      socket.off(event, onEvent);
      socket.off('error', onError);
      socket.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    const onEvent = () => settle(resolve);
    const onError = (error: unknown) => settle(() => reject(explain(error)));
    const onClose = () => settle(() => reject(explain(new Error('closed before it was open'))));
    // Later errors of a socket that is given up reach nobody.
    const onAbort = () => settle(() => reject(signal.reason));
    socket.on('error', () => undefined);
    socket.on(event, onEvent);
    socket.on('error', onError);
    socket.on('close', onClose);
    signal.addEventListener('abort', onAbort);
  });
}

/** Options of a request, beside those of Node, that say how its connection is made. */
export interface Wired {
  way: Way;
  dialing: DialOptions;
}

/** How long an idle connection is kept, in milliseconds: shorter than servers do, so that none closes under a request. */
const IDLE_MS = 4000;

/** Keeps connections for the next request of the same way. */
export class WiredAgent extends Agent {
  /** @param most connections of one way at one time */
  constructor(most = Number.POSITIVE_INFINITY) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: most });
  }

  override getName(options?: object): string {
    const { way } = options as Wired;
    return JSON.stringify([way.url.protocol, way.url.host, way.proxy, way.certificate]);
  }

  override createConnection(options: object, done?: (error: Error | null, stream: Socket) => void): undefined {
    const { way, dialing } = options as Wired;
    dial(way, dialing).then(
      (socket) => done?.(null, socket),
      // Node's own type has no connection that failed.
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}
