/**
 * A file that takes up room for the day when the disk is full: giving it up lets the database write down
 * what happened, so that an import says "the disk is full" and does not just stand still.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Room for a few hundred pages of the write-ahead log, in bytes. */
const SIZE = 1 << 20;

function reserveFile(folder: string): string {
  return join(folder, 'reserve');
}

/** Takes the room, unless it is taken or there is none. Call it at the start. */
export function keepReserve(folder: string): void {
  const file = reserveFile(folder);
  if (existsSync(file)) return;
  try {
    // Not zeros: file systems that compress or leave holes would take no room for them.
    writeFileSync(file, Buffer.alloc(SIZE, 'room for the day when the disk is full '), { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    rmSync(file, { force: true });
  }
}

/** Gives the room up until the next start. */
export function releaseReserve(folder: string): void {
  rmSync(reserveFile(folder), { force: true });
}
