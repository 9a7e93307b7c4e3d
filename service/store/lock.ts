import { join } from 'node:path';
import Database from 'better-sqlite3';

/** The data folder belongs to another process. `message` is a sentence for a person. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Gantry is using the data folder ${folder}. Close it, or choose another data folder.`);
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the lock of a data folder, or throws FolderInUse. The lock is SQLite's own file lock on an
 * empty database: the system drops it when the process ends, however it ends, so none goes stale.
 * @returns what gives the lock back
 */
export function lockFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'gantry.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new FolderInUse(folder);
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}
