import type { Log } from '../log.ts';

export interface Closable {
  close(): unknown;
}

/** Closes one group after the other, each whatever became of the others, and says what went wrong. */
export async function closeInTurn(log: Log, groups: readonly (readonly Closable[])[]): Promise<void> {
  for (const group of groups) {
    const ends = await Promise.allSettled(group.map(async (room) => room.close()));
    for (const end of ends) if (end.status === 'rejected') log('error', `At the end: ${String(end.reason)}`);
  }
}
