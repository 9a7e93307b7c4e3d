/**
 * A file that takes up room for the day when the disk is full: giving it up lets the database write down
 * what happened, so that an import says "the disk is full" and does not just stand still.
 */
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Room for a few hundred pages of the write-ahead log, in bytes. */
const SIZE = 1 << 20;

function reserveFile(folder: string): string {
  return join(folder, 'reserve');
}

/** Takes the room, unless it is taken or there is none. */
function keepReserve(folder: string): void {
  const file = reserveFile(folder);
  if (existsSync(file)) return;
  try {
    // Not zeros: file systems that compress or leave holes would take no room for them.
    writeFileSync(file, Buffer.alloc(SIZE, 'room for the day when the disk is full '), { mode: 0o600 });
  } catch (error) {
    // Without room, and on a disk that is not well, there is none to keep.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    releaseReserve(folder);
  }
}

/** Time between looks whether the room can be taken again, in milliseconds. */
const AGAIN_MS = 5000;
/** So much must be free beside it, in bytes: what others need now comes first. */
const PLENTY = 16 * SIZE;

/** Takes the room, and again when it was given up and there is plenty. @returns what ends this */
export function holdReserve(folder: string): () => void {
  keepReserve(folder);
  const timer = setInterval(() => {
    try {
      if (freeBytes(folder) > PLENTY) keepReserve(folder);
    } catch {
      // The disk is not well: whoever works on it says so.
    }
  }, AGAIN_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Gives the room up where there is hardly any other: for a start, which needs some, and for what is deleted, which is written
 * down before it makes room.
 */
export function makeRoomToWork(folder: string): void {
  try {
    if (freeBytes(folder) < SIZE) releaseReserve(folder);
  } catch {
    // As above.
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Gives the room up until there is plenty again. */
export function releaseReserve(folder: string): void {
  try {
    rmSync(reserveFile(folder), { force: true });
  } catch {
    // A disk that is closed to writing has no room to give: whoever needed some says so.
  }
}
