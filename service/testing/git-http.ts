/** Git over HTTP with Basic authentication: `git http-backend` behind Node's server. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

export interface GitHttp {
  url: string;
  /** Authorization headers that arrived, decoded. */
  credentials: string[];
  stop(): Promise<void>;
}

/** @param user null lets everybody in; `redirectTo` sends every request on to another server */
export function serveGitHttp(
  folder: string,
  user: { name: string; password: string } | null,
  redirectTo?: string,
): Promise<GitHttp> {
  const credentials: string[] = [];
  const server = createServer((request, response) => {
    const header = request.headers.authorization;
    const given = header === undefined ? '' : Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();
    if (given !== '') credentials.push(given);
    if (redirectTo !== undefined) {
      response.writeHead(302, { location: redirectTo + (request.url ?? '') }).end();
      return;
    }
    if (user !== null && given !== `${user.name}:${user.password}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH ?? '',
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_NOSYSTEM: '1',
        PATH_INFO: decodeURIComponent(path),
        QUERY_STRING: query,
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        // Without it the backend leaves unread what comes behind a pack, and never ends (RFC 3875, 4.1.2).
        CONTENT_LENGTH: request.headers['content-length'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        REMOTE_USER: user?.name ?? '',
      },
    });
    backend.stdin.on('error', () => undefined);
    request.pipe(backend.stdin);
    let head = Buffer.alloc(0);
    let headDone = false;
    backend.stdout.on('data', (chunk: Buffer) => {
      if (headDone) {
        response.write(chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      headDone = true;
      for (const line of head.toString('latin1', 0, end).split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      // An answer that begins while the request is still coming makes proxies stop sending it (nginx does).
      if (head.length > end + 4) response.write(head.subarray(end + 4));
    });
    backend.stdout.on('end', () => response.end());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
        credentials,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
