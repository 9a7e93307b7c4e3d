/** A web server before another one that answers for it while it is away, as nginx, HAProxy and load balancers do. */
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BusyServer {
  port: number;
  /** Statuses that were answered instead of the server's own answer. */
  answered: number[];
  stop(): Promise<void>;
}

/**
 * @param statuses what the first requests get that `isMeant` is true of, in this order; later ones pass
 * @param isMeant gets the request and its body
 * @param retryAfter what they are told to wait
 */
export async function startBusyServer(
  targetPort: number,
  statuses: readonly number[],
  isMeant: (request: IncomingMessage, body: Buffer) => boolean,
  retryAfter = '1',
): Promise<BusyServer> {
  const left = [...statuses];
  const answered: number[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (left.length > 0 && isMeant(request, body)) {
      const status = left.shift() ?? 503;
      answered.push(status);
      // nginx's own page (`ngx_http_special_response.c`); none of its words may be taken for a server of the kind.
      const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': retryAfter }).end(page);
      return;
    }
    const { method, url, headers } = request;
    const { 'transfer-encoding': _chunked, ...others } = headers;
    const asked = ask(
      {
        ...{ host: '127.0.0.1', port: targetPort, method, path: url },
        headers: { ...others, 'content-length': body.length },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    asked.on('error', () => response.destroy());
    asked.end(body);
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  return {
    ...{ port: (server.address() as AddressInfo).port, answered },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
