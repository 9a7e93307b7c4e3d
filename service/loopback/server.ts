/** The loopback HTTP listener: the same API for scripts on this machine. */
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { API_PATH } from '../vocabulary/api-path.ts';
import type { Sender } from '../vocabulary/callers.ts';

const ADDRESS = '127.0.0.1';
const ADDRESS_6 = '::1';
/** Some operations of the original service took a token in their path. */
const TOKEN = /[\da-f]{40}/gi;
/** How long open connections may take to end at a close, in milliseconds. */
const CLOSE_MS = 1000;
/** How often a port that is free on one address only is given up for another. */
const PORT_TRIES = 20;

/** Who answers what the listener hears. */
interface Answering {
  fetch(request: Request, identity: null, sender: Sender): Promise<Response>;
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
 * Listens on the loopback addresses only: 127.0.0.1 and, where the machine has it, ::1.
 * @param port 0 for any free port
 * @param served told about every answer
 * @throws Error with a sentence when the port is taken
 */
export async function startServer(
  service: Answering,
  port: number,
  served: (request: Served) => void = () => undefined,
): Promise<ApiServer> {
  for (let left = PORT_TRIES; ; left--) {
    const first = listener(service, served);
    const bound = await listen(first, port, ADDRESS);
    const second = listener(service, served);
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

function serverOf(port: number, servers: ServerType[]): ApiServer {
  return {
    port,
    baseUrl: `http://${ADDRESS}:${port}${API_PATH}`,
    close: async () => {
      await Promise.all(servers.map(end));
    },
  };
}

function listener(service: Answering, served: (request: Served) => void): ServerType {
  const server = createAdaptorServer({
    // The second argument that comes with a request is never passed on: it would be taken for a trusted identity.
    fetch: async (request, { incoming }: { incoming: { socket: Socket } }) => {
      const start = performance.now();
      const sender: Sender = { address: plainAddress(incoming.socket.remoteAddress ?? '') };
      const { port } = server.address() as AddressInfo;
      const answer = refuseStrangers(request, port) ?? (await service.fetch(request, null, sender));
      served({
        method: request.method,
        path: new URL(request.url).pathname.replaceAll(TOKEN, '…'),
        status: answer.status,
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        account: sender.login ?? null,
      });
      return answer;
    },
    overrideGlobalObjects: false,
  });
  return server;
}

/** Any program of this machine may speak from any address of its loopback: they are one. */
function plainAddress(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || plain.startsWith('127.') ? ADDRESS : plain;
}

/** @returns the port. @throws Error with a sentence, and the system's error as its cause */
function listen(server: ServerType, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `The port ${port} is in use. Choose another one, or 0 for any free port.`;
      const refused = `The port ${port} cannot be used (${error.code ?? error.message}). Choose another one, or 0 for any free port.`;
      reject(new Error(error.code === 'EADDRINUSE' ? taken : refused, { cause: error }));
    });
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

function end(server: ServerType): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, CLOSE_MS).unref();
  });
}

/**
 * Refuses what a web page could send: a foreign name that resolves to this machine (DNS rebinding),
 * or a request with a foreign Origin. There is no CORS.
 */
function refuseStrangers(request: Request, port: number): Response | null {
  const ours = [ADDRESS, 'localhost', `[${ADDRESS_6}]`].map((name) => `${name}:${port}`);
  const host = request.headers.get('host') ?? '';
  const origin = request.headers.get('origin');
  // A request line may name a host of its own (RFC 9112, 3.2.2), which the answer's addresses would repeat.
  const hosts = [host.toLowerCase(), new URL(request.url).host];
  const isOurs = hosts.every((name) => ours.includes(name));
  if (isOurs && (origin === null || ours.includes(origin.replace(/^http:\/\//, '')))) return null;
  const message = 'This service answers programs on this machine only, at its loopback address.';
  return Response.json(
    { message, documentation_url: `http://${ADDRESS}:${port}${API_PATH}/openapi.json` },
    { status: 403 },
  );
}
