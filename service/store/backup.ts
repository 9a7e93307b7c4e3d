/** Copies of a database: whole, checked, durable. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolderNow } from '../files/durable-file.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import { isRefusedByDisk } from './late-writes.ts';

/** Within the data folder. */
export const BACKUPS = 'backups';
/** Newest ones of each kind that stay. */
const KEPT = { daily: 7, upgrade: 3, replaced: 3 };

const DAY_MS = 86_400_000;

/** Why a copy was made: every day, before a change of the schema, or because another one took its place. */
export type BackupKind = keyof typeof KEPT;

export interface Backup {
  /** File name within `backups`. */
  name: string;
  /** `gantry` or `records`. */
  database: string;
  kind: BackupKind;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  made_at: string;
}

const NAME = /^(gantry|records)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)-(daily|upgrade|replaced)\.sqlite$/;

/** @param at UTC, `YYYY-MM-DDTHH:MM:SSZ` */
export function backupName(database: string, kind: BackupKind, at: string): string {
  // No file system takes the colons everywhere.
  return `${database}-${at.replaceAll(':', '-')}-${kind}.sqlite`;
}

/**
 * Copies in a data folder, newest first. Those that a clock made which was ahead come behind all others: they neither push
 * later ones out nor count as the latest.
 * @param now milliseconds since 1970
 */
export function listBackups(folder: string, now: number = Date.now()): Backup[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, BACKUPS));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .flatMap((name) => {
      const [, database, day, hour, minute, second, kind] = NAME.exec(name) ?? [];
      if (database === undefined) return [];
      return [{ name, database, kind: kind as BackupKind, made_at: `${day}${hour}:${minute}:${second}` }];
    })
    .sort((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || (a.made_at < b.made_at ? 1 : -1));
}

function isAhead({ made_at }: Backup, now: number): boolean {
  return Date.parse(made_at) > now + DAY_MS;
}

/**
 * Copies an open database with `VACUUM INTO`, which reads one moment of it whatever is written meanwhile
 * (https://sqlite.org/lang_vacuum.html#vacuuminto). The copy is checked, flushed, and then gets its name; older ones of
 * its kind go.
 * @throws Error when the copy cannot be written or is not whole; then there is none
 */
export function backUp(db: Database.Database, folder: string, name: string): void {
  const [, database, day, hour, minute, second, kind] = NAME.exec(name) ?? [];
  if (database === undefined) throw new RangeError(`"${name}" is no name of a backup`);
  const backups = join(folder, BACKUPS);
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const unfinished = join(backups, `${name}.new`);
  rmSync(unfinished, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
    const problem = damageOf(unfinished);
    if (problem !== null) throw new Error(`The copy of the database is not whole: ${problem}`);
    flush(unfinished);
    renamePatientlyNow(unfinished, join(backups, name));
    syncFolderNow(backups);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  const now = Date.parse(`${day}${hour}:${minute}:${second}`);
  const same = listBackups(folder, now).filter((backup) => backup.database === database && backup.kind === kind);
  for (const backup of same.slice(KEPT[kind as BackupKind])) rmSync(join(backups, backup.name), { force: true });
}

/** What SQLite's quick check finds wrong in a database file, or null. */
export function damageOf(file: string): string | null {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return damageIn(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (isRefusedByDisk(error)) throw error;
    return (error as Error).message;
  }
}

/** As `damageOf`, for an open database. */
export function damageIn(db: Database.Database): string | null {
  try {
    const found = db.pragma('quick_check(1)', { simple: true });
    // What the check says of a disk that it cannot read: SQLITE_IOERR is 10, its kinds are multiples of 256 beside it.
    const code = Number(/unable to get the page\. error code=(\d+)/.exec(String(found))?.[1] ?? 0) % 256;
    if (code === 10) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    return found === 'ok' ? null : String(found).replace('*** in database main ***', '').replaceAll(/\s+/g, ' ').trim();
  } catch (error) {
    // A disk that is closed to writing, or broken, says nothing about the file.
    if (isRefusedByDisk(error)) throw error;
    return (error as Error).message;
  }
}

/** Makes a file's content durable. */
export function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
