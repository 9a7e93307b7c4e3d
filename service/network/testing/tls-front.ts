/** TLS in front of a server that speaks none. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { type Issued, served } from './authority.ts';

export interface TlsFront {
  port: number;
  /** `https://127.0.0.1:port` */
  origin: string;
  /** Names in the certificates that clients showed, one a connection; null for one without. */
  clients: (string | null)[];
  stop(): Promise<void>;
}

/** @param clientsOf authority whose certificates alone are let in; null lets everybody in */
export async function startTlsFront(
  behind: number,
  issued: Issued,
  clientsOf: string | null = null,
): Promise<TlsFront> {
  const clients: TlsFront['clients'] = [];
  const open = new Set<Socket>();
  const asking = clientsOf === null ? {} : { ca: readFileSync(clientsOf), requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...served(issued), ...asking }, (client: TLSSocket) => {
    const name = client.getPeerCertificate().subject?.CN;
    clients.push(typeof name === 'string' ? name : null);
    const onward = connect(behind, '127.0.0.1');
    for (const socket of [client, onward]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
    client.pipe(onward).pipe(client);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://127.0.0.1:${port}`,
    clients,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
