import { connect, createServer, type Socket } from 'node:net';

/**
 * A line to svnserve that takes so many connections at the same time and breaks all others.
 * @param when a connection goes on; told how many are open
 */
export async function startNarrowLine(
  serverUrl: string,
  most: () => number,
  when: (open: number) => Promise<void> | void = () => undefined,
) {
  const sockets = new Set<Socket>();
  let broken = 0;
  let widest = 0;
  const line = createServer(async (client) => {
    client.on('error', () => undefined);
    if (sockets.size >= most()) {
      broken += 1;
      return void client.resetAndDestroy();
    }
    sockets.add(client);
    widest = Math.max(widest, sockets.size);
    client.on('close', () => sockets.delete(client));
    await when(sockets.size);
    const upstream = connect(Number(new URL(serverUrl).port), '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const address = line.address();
  return {
    url: `svn://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    broken: () => broken,
    widest: () => widest,
    stop: () =>
      new Promise<void>((done) => {
        line.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
