/** The loopback HTTP listener: the same API for scripts on this machine. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { API_PATH } from '../vocabulary/api-path.ts';
import type { Sender } from '../vocabulary/callers.ts';
import { isForeignPage, isNamed, lastForwarded, namedAddress, type Published } from './published.ts';
import { senderAddress } from './sender-address.ts';

const ADDRESS = '127.0.0.1';
const ADDRESS_6 = '::1';
/** Some operations of the original service took a token in their path. */
const TOKEN = /[\da-f]{40}/gi;
/** How long open connections may take to end at a close, in milliseconds. */
const CLOSE_MS = 1000;
/** How often a port that is free on one address only is given up for another. */
const PORT_TRIES = 20;

/** A client that is silent for so long is gone, in milliseconds. A body may take as long as it moves. */
const SILENCE_MS = 300_000;

/** Who answers what the listener hears. */
export interface Answering {
  fetch(request: Request, identity: null, sender: Sender): Promise<Response>;
  /**
   * Answers at the addresses of repositories and accounts, outside the API.
   * @returns whether the address is one of those
   */
  answer?(incoming: IncomingMessage, outgoing: ServerResponse, sender: Sender): boolean;
}

export interface ApiServer {
  port: number;
  /** `http://127.0.0.1:<port>/api/v3` */
  baseUrl: string;
  close(): Promise<void>;
}

/** One request that was answered. */
export interface Served {
  method: string;
  /** Without the query and without what looks like a token. */
  path: string;
  status: number;
  milliseconds: number;
  /** Login, or null without one. */
  account: string | null;
}

/**
 * Listens on the loopback addresses only, 127.0.0.1 and, where the machine has it, ::1, unless it is published at another.
 * @param port 0 for any free port
 * @param served told about every answer
 * @param published by which name others reach it; null where only programs of this machine do
 * @throws Error with a sentence when the port is taken
 */
export async function startServer(
  service: Answering,
  port: number,
  served: (request: Served) => void = () => undefined,
  published: Published | null = null,
): Promise<ApiServer> {
  if (published?.listen != null) {
    const only = listener(service, served, published);
    return serverOf(await listen(only, port, published.listen), [only], namedAddress(published.listen));
  }
  for (let left = PORT_TRIES; ; left--) {
    const first = listener(service, served, published);
    const bound = await listen(first, port, ADDRESS);
    const second = listener(service, served, published);
    try {
      await listen(second, bound, ADDRESS_6);
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      // A machine without IPv6 has one address.
      if (code !== 'EADDRINUSE') return serverOf(bound, [first]);
      await end(first);
      if (port === 0 && left > 0) continue;
      throw error;
    }
    return serverOf(bound, [first, second]);
  }
}

function serverOf(port: number, servers: Server[], address = ADDRESS): ApiServer {
  return {
    port,
    baseUrl: `http://${address}:${port}${API_PATH}`,
    close: async () => {
      await Promise.all(servers.map(end));
    },
  };
}

function listener(service: Answering, served: (request: Served) => void, published: Published | null): Server {
  const api = getRequestListener(
    // The second argument that comes with a request is never passed on: it would be taken for a trusted identity.
    (request, { incoming }) => service.fetch(request, null, senders.get(incoming as IncomingMessage) as Sender),
    { overrideGlobalObjects: false },
  );
  const senders = new WeakMap<IncomingMessage, Sender>();
  const server = createServer((incoming, outgoing) => {
    const start = performance.now();
    const listening = server.address() as AddressInfo | null;
    // It ends: what comes now through a connection from before has no port to be for.
    if (listening === null) {
      incoming.socket.destroy();
      return;
    }
    const { port } = listening;
    const name = isNamed(incoming, published) ? published.hostName : null;
    const sender: Sender = {
      address: senderAddress((name !== null && lastForwarded(incoming)) || (incoming.socket.remoteAddress ?? '')),
      origin: name === null ? `http://${incoming.headers.host}` : `https://${name}`,
      isPublished: name !== null,
    };
    senders.set(incoming, sender);
    const [path = ''] = (incoming.url ?? '').split('?');
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
      served({
        method: incoming.method ?? '',
        path: path.replaceAll(TOKEN, '…'),
        status: outgoing.statusCode,
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        account: sender.login ?? null,
      });
    };
    outgoing.once('finish', tell).once('close', tell);
    if (name === null ? isStrange(incoming, port, published) : isForeignPage(incoming, name))
      return refuse(outgoing, port);
    const isApi = path === API_PATH || path.startsWith(`${API_PATH}/`);
    if (!isApi && service.answer?.(incoming, outgoing, sender) === true) return;
    // Whole, it says that people came by TLS, which ended at the proxy.
    if (name !== null) incoming.url = `https://${name}${incoming.url}`;
    void api(incoming, outgoing);
  });
  // Bodies of pushes take longer than Node's five minutes for a whole request.
  server.requestTimeout = 0;
  server.timeout = SILENCE_MS;
  return server;
}

/** Why a port cannot be listened on. */
export class NotListening extends SaidError {}

/** @returns the port. @throws NotListening, with the system's error as its cause */
function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = say('The port {port} is in use. Choose another one, or 0 for any free port.', { port });
      const refused = say('The port {port} cannot be used ({code}). Choose another one, or 0 for any free port.', {
        port,
        code: error.code ?? error.message,
      });
      reject(new NotListening(error.code === 'EADDRINUSE' ? taken : refused, { cause: error }));
    });
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

function end(server: Server): Promise<void> {
  return new Promise((done) => {
    // Not `unref`: a connection that nobody reads keeps no process, which would end in the middle of its end.
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });
}

/**
 * What a web page could send: a foreign name that resolves to this machine (DNS rebinding), or a request with a foreign Origin.
 * There is no CORS.
 */
function isStrange({ headers, url = '' }: IncomingMessage, port: number, published: Published | null): boolean {
  const own = published?.listen == null ? [] : [namedAddress(published.listen)];
  const ours = [ADDRESS, 'localhost', `[${ADDRESS_6}]`, ...own].map((name) => `${name}:${port}`);
  const { host = '', origin } = headers;
  const isOurs = origin === undefined || ours.includes(origin.replace(/^http:\/\//, ''));
  // A request line may name a host of its own (RFC 9112, 3.2.2), which the answer's addresses would repeat.
  const [, named = host] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  return ![host, named].every((name) => ours.includes(name.toLowerCase())) || !isOurs;
}

function refuse(outgoing: ServerResponse, port: number): void {
  const message =
    'This service answers programs on this machine only, at its loopback address, or at the name that it was started with (--host-name).';
  const documentation_url = `http://${ADDRESS}:${port}${API_PATH}/openapi.json`;
  outgoing.writeHead(403, { 'Content-Type': 'application/json' });
  outgoing.end(JSON.stringify({ message, documentation_url }));
}
