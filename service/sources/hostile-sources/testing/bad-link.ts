/** A TCP proxy whose line goes bad after so many bytes of the server. */
import { connect, createServer, type Socket } from 'node:net';

export type Badness =
  /** The line is cut. */
  | 'cut'
  /** Nothing comes any more, and nothing is closed. */
  | 'stall'
  /** One byte arrives as another. */
  | 'flip';

export interface BadLink {
  port: number;
  /** From now on the line is good until `after` bytes of the server. Resolves when it went bad. */
  next(badness: Badness | 'good', after?: number): Promise<void>;
  /** Bytes that the server sent since `next`. */
  sent(): number;
  stop(): Promise<void>;
}

/** @param rewrite changes what the server says, piece by piece */
export function startBadLink(
  targetPort: number,
  rewrite: (piece: Buffer) => Buffer = (piece) => piece,
): Promise<BadLink> {
  let badness: Badness | 'good' = 'good';
  let after = Number.POSITIVE_INFINITY;
  let sent = 0;
  let bad = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (raw: Buffer) => {
      const piece = rewrite(raw);
      const left = after - sent;
      sent += piece.length;
      if (badness === 'good' || left >= piece.length) return void client.write(piece);
      bad.resolve();
      const good = piece.subarray(0, Math.max(left, 0));
      if (badness === 'flip') {
        if (left < 0) return void client.write(piece);
        const changed = Buffer.from(piece);
        changed[left] = (changed[left] as number) ^ 0x15;
        return void client.write(changed);
      }
      if (badness === 'cut') return void client.end(good);
      client.write(good);
      upstream.pause();
    });
    upstream.on('end', () => client.end());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        next: (how, bytes = Number.POSITIVE_INFINITY) => {
          badness = how;
          after = bytes;
          sent = 0;
          bad = Promise.withResolvers<void>();
          return bad.promise;
        },
        sent: () => sent,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}
