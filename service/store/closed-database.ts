import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from './database-files.ts';

/**
 * What tells a database file that was closed from another one, or from itself once it was written to.
 * @returns null where there is none, and where a log lies beside it: it is open, or was left open
 */
export function stateOfFile(file: string): string | null {
  const [database, log] = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  if (database === undefined || (log?.size ?? 0n) > 0n) return null;
  return [database.dev, database.ino, database.size, database.mtimeNs].join(' ');
}

/** The same of a data folder: as long as it stays, so does all that an engine would answer. Null while one is open. */
export function stateOfClosedFolder(folder: string): string | null {
  return stateOfFile(join(folder, DATABASE_FILE));
}
