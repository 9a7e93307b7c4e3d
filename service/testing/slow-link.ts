/** A TCP proxy that stops forwarding after so many bytes: work in its middle, for as long as a test needs. */
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLink {
  port: number;
  /** Resolves when the limit was reached: the client waits for more. */
  stalled: Promise<void>;
  /** Breaks every connection, and those that come, until `open`. */
  cut(): void;
  /** Forwards everything from now on, also on new connections. */
  open(): void;
  stop(): Promise<void>;
}

/** @param bytes how many bytes the server may send before the link stalls, over all connections */
export function startSlowLink(targetPort: number, bytes: number): Promise<SlowLink> {
  let left = bytes;
  const sockets = new Set<Socket>();
  const held = new Set<() => void>();
  let isCut = false;
  let reached: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isCut) return client.resetAndDestroy();
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      client.write(chunk);
      if (left > 0) return;
      upstream.pause();
      held.add(() => upstream.resume());
      reached();
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        stalled,
        cut() {
          isCut = true;
          for (const socket of sockets) socket.resetAndDestroy();
          sockets.clear();
          held.clear();
        },
        open() {
          isCut = false;
          left = Number.POSITIVE_INFINITY;
          for (const go of held) go();
          held.clear();
        },
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}
