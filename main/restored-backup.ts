/** A backup in place of a database, and the start that comes after it. */
import type { Backup } from '../service/index.ts';
import { restoreBackup } from '../service/store/restore-backup.ts';
import { log } from './log.ts';

/** Flag of a start after a backup was put back: it is older than the files beside it, and whoever restored it knows. */
export const RESTORED = '--after-restored-backup';

export function startsAfterRestore(): boolean {
  return process.argv.includes(RESTORED);
}

/** Puts a backup in the place of its database. @throws BackupRefused */
export function putBack(dataFolder: string, { name }: Pick<Backup, 'name'>): void {
  restoreBackup(dataFolder, name, (level, text) => (level === 'info' ? log.info(text) : log.warn(text)));
}
