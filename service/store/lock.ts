import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import type { Log } from '../log.ts';

export const LOCK_FILE = 'gantry.lock';

/** The data folder belongs to another process. `message` is a sentence for a person. */
export class FolderInUse extends SaidError {
  constructor(folder: string) {
    super(
      say('Another Gantry is using the data folder {folder}. Close it, or choose another data folder.', { folder }),
    );
  }
}

/**
 * Takes the lock of a data folder, or throws FolderInUse. The lock is SQLite's own file lock on an
 * empty database: the system drops it when the process ends, however it ends, so none goes stale.
 * The folder is closed to others by then: who opened the file before that is the only one who could hold it beside us.
 * @returns what gives the lock back
 */
export function lockFolder(folder: string, log: Log): () => void {
  const file = join(folder, LOCK_FILE);
  const unlock = take(file);
  if (unlock !== null) return unlock;
  if (!isHeldByStrangersOnly(file)) throw new FolderInUse(folder);
  log('warning', `Another user of this machine held ${file}. A new one was made in its place.`);
  rmSync(file);
  const again = take(file);
  if (again === null) throw new FolderInUse(folder);
  return again;
}

/** @returns null when somebody holds it */
function take(file: string): (() => void) | null {
  const lock = new Database(file, { timeout: 0 });
  try {
    // Nothing is ever written into it: a journal, for which a full disk has no room, is of no use.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/**
 * Whether all processes that hold a lock on the file are other users', as Linux tells (proc(5), /proc/locks: `<n>: POSIX
 * ADVISORY READ <pid> <device>:<inode> <from> <to>`). Where one cannot be told, it counts as ours.
 */
function isHeldByStrangersOnly(file: string): boolean {
  const us = process.getuid?.();
  if (process.platform !== 'linux' || us === undefined) return false;
  try {
    const { ino } = statSync(file);
    const holders = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .map((line) => /\s(-?\d+)\s[\da-f]+:[\da-f]+:(\d+)\s/.exec(line))
      .filter((match) => match?.[2] === String(ino))
      .map((match) => Number(match?.[1]));
    return holders.length > 0 && holders.every((pid) => pid > 0 && statSync(`/proc/${pid}`).uid !== us);
  } catch {
    return false;
  }
}
