import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Guard {
  url: string;
  /** The header that lets in. */
  expected: string;
  stop(): void;
}

/** The header of a login (RFC 7617). */
export function basic({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** As web servers stand before hg: nobody comes through without the login. */
export async function guard(target: string, expected: string): Promise<Guard> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== guarded.expected) {
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm="hg"' }).end();
      return;
    }
    const { method, headers } = request;
    const onwards = ask(new URL(request.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const guarded: Guard = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expected,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return guarded;
}
