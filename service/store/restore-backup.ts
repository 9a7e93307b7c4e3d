/** A backup in place of the database: what the terminal's `--restore-backup` does before the engine starts. */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { syncFolderNow } from '../files/durable-file.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import type { Log } from '../log.ts';
import { BACKUPS, backupName, damageOf, flush, listBackups } from './backup.ts';
import { timestamp } from './clock.ts';
import { lockFolder } from './lock.ts';

/** The backup cannot be taken. */
export class BackupRefused extends SaidError {}

/**
 * Puts a backup in the place of its database, which itself goes among the backups.
 * @param name its file name within `backups`, or `latest` for the newest of `gantry.sqlite`
 * @throws BackupRefused, FolderInUse
 */
export function restoreBackup(folder: string, name: string, log: Log): void {
  const unlock = lockFolder(folder, log);
  try {
    const all = listBackups(folder);
    const backup = all.find((found) => (name === 'latest' ? found.database === 'gantry' : found.name === name));
    if (backup === undefined) {
      const place = join(folder, BACKUPS);
      throw new BackupRefused([
        ...(all.length === 0
          ? [say('There are no backups in {folder}.', { folder: place })]
          : [
              say('There is no backup "{name}" in {folder}.', { name, folder: place }),
              say('There are: {names}.', { names: all.map((found) => found.name).join(', ') }),
            ]),
        say('Nothing was changed.'),
      ]);
    }
    const source = join(folder, BACKUPS, backup.name);
    const damage = damageOf(source);
    if (damage !== null) {
      throw new BackupRefused([
        say('The backup {name} is damaged: {damage}.', { name: backup.name, damage }),
        say('Take another one.'),
        say('Nothing was changed.'),
      ]);
    }
    const file = join(folder, `${backup.database}.sqlite`);
    const unfinished = `${file}.new`;
    copyFileSync(source, unfinished);
    flush(unfinished);
    setAside(folder, backup.database, log);
    renamePatientlyNow(unfinished, file);
    syncFolderNow(folder);
    log('warning', `${file} is the backup of ${backup.made_at} now.`);
  } finally {
    unlock();
  }
}

/** Puts a database among the backups, with what was written beside it and not into it yet: as it is, whole or not. */
export function setAside(folder: string, database: string, log: Log): void {
  const file = join(folder, `${database}.sqlite`);
  const aside = join(folder, BACKUPS, backupName(database, 'replaced', timestamp()));
  for (const end of ['-wal', '-shm', '']) {
    if (!existsSync(file + end)) continue;
    rmSync(aside + end, { force: true });
    renamePatientlyNow(file + end, aside + end);
    if (end === '') log('warning', `What was there before lies in ${aside}.`);
  }
}
