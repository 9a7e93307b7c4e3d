/** A TCP proxy behind which every byte arrives later, as over a long line; how much passes at the same time is not limited. */
import { connect, createServer, type Socket } from 'node:net';

export interface DelayedLine {
  port: number;
  /** Connections at the same time, at most. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** @param roundTripMs time from a question to the first byte of its answer, in milliseconds */
export async function startDelayedLine(targetPort: number, roundTripMs: number): Promise<DelayedLine> {
  const sockets = new Set<Socket>();
  let open = 0;
  let most = 0;
  const late = (from: Socket, to: Socket) => {
    const after = (act: () => void) => setTimeout(act, roundTripMs / 2);
    from.on('data', (chunk: Buffer) => after(() => void (to.destroyed || to.write(chunk))));
    from.on('end', () => after(() => void to.end()));
    from.on('close', () => after(() => void to.destroy()));
    from.on('error', () => undefined);
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open += 1;
    most = Math.max(most, open);
    client.on('close', () => {
      open -= 1;
    });
    const upstream = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    late(client, upstream);
    late(upstream, client);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    mostAtOnce: () => most,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
