/** A receiver of webhooks on this machine, for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface HookListener {
  url: string;
  received: Received[];
  /** Status of the next answers, the last one for all that follow. 0 cuts the line. */
  answers: number[];
  /** Resolves when so many deliveries have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startHookListener(): Promise<HookListener> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const answers = [200];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() });
      const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'X-Receiver': 'test', Location: 'http://127.0.0.1:1/' }).end('thanks');
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
