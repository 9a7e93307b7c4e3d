/** The loopback HTTP listener: the same API for scripts on this machine. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { API_PATH } from './api/links.ts';
import type { Service } from './index.ts';

const ADDRESS = '127.0.0.1';
/** How long open connections may take to end at a close, in milliseconds. */
const CLOSE_MS = 1000;

export interface ApiServer {
  port: number;
  /** `http://127.0.0.1:<port>/api/v3` */
  baseUrl: string;
  close(): Promise<void>;
}

/**
 * Listens on the loopback address only.
 * @param port 0 for any free port
 * @throws Error with a sentence when the port is taken
 */
export function startServer(service: Pick<Service, 'fetch'>, port: number): Promise<ApiServer> {
  const server = createAdaptorServer({
    // Only the request is passed on: a second argument would be taken for a trusted identity.
    fetch: (request) => refuseStrangers(request, (server.address() as AddressInfo).port) ?? service.fetch(request),
    overrideGlobalObjects: false,
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`The port ${port} is in use. Choose another one, or 0 for any free port.`, { cause: error })
          : error,
      );
    });
    server.listen(port, ADDRESS, () => {
      const bound = (server.address() as AddressInfo).port;
      resolve({
        port: bound,
        baseUrl: `http://${ADDRESS}:${bound}${API_PATH}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ('closeIdleConnections' in server) server.closeIdleConnections();
            setTimeout(() => {
              if ('closeAllConnections' in server) server.closeAllConnections();
            }, CLOSE_MS).unref();
          }),
      });
    });
  });
}

/**
 * Refuses what a web page could send: a foreign name that resolves to this machine (DNS rebinding),
 * or a request with a foreign Origin. There is no CORS.
 */
function refuseStrangers(request: Request, port: number): Response | null {
  const ours = [ADDRESS, 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const host = request.headers.get('host') ?? '';
  const origin = request.headers.get('origin');
  if (ours.includes(host.toLowerCase()) && (origin === null || ours.includes(origin.replace(/^http:\/\//, ''))))
    return null;
  const message = 'This service answers programs on this machine only, at its loopback address.';
  return Response.json(
    { message, documentation_url: `http://${ADDRESS}:${port}${API_PATH}/openapi.json` },
    { status: 403 },
  );
}
