/** A line to a server that breaks each connection after so many bytes of answers. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { asFailure } from '../failures/as-failure.ts';
import { mayPass } from '../network/patience.ts';

export interface BreakingLine {
  /** In place of the server's. */
  url: string;
  /** Connections that broke. */
  broken: number;
  /** Bytes of answers that were sent. */
  sent: number;
  stop(): Promise<void>;
}

/** @param target address of a server of HTTP on this machine */
export async function startBreakingLine(target: string, bytes: number): Promise<BreakingLine> {
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    let left = bytes;
    far.on('data', (piece) => {
      left -= piece.length;
      line.sent += piece.length;
      near.write(left < 0 ? piece.subarray(0, piece.length + left) : piece);
      if (left >= 0) return;
      line.broken += 1;
      far.destroy();
      near.resetAndDestroy();
    });
    near.on('data', (piece) => far.write(piece));
    near.on('close', () => far.destroy());
    far.on('close', () => near.end());
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const line: BreakingLine = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ...{ broken: 0, sent: 0 },
    stop: () =>
      new Promise((closed) => {
        proxy.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
  return line;
}

/** More is no patience any more. */
const MOST_BREAKS = 60;

/** Tries until all is there, as a patient import does. @param onBreak before the next try @returns how often it broke off */
export async function againAndAgain(work: () => Promise<unknown>, onBreak = () => {}): Promise<number> {
  for (let broke = 0; ; broke++) {
    try {
      await work();
      return broke;
    } catch (error) {
      if (!mayPass(asFailure(error))) throw error;
      if (broke >= MOST_BREAKS)
        throw new Error(`It broke off ${broke} times. ${asFailure(error).detail}`, { cause: error });
      onBreak();
    }
  }
}
