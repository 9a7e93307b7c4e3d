/** Worker thread that copies databases and looks whether they are whole, beside whoever writes them. */
import Database from 'better-sqlite3';
import { serveJob } from '../processes/workers.ts';
import { backUp, damageIn } from '../store/backup.ts';

export interface BackupJob {
  /** The database's file. */
  file: string;
  /** The data folder. */
  folder: string;
  /** Of the copy. */
  name: string;
}

/** What is wrong in the database, which is not copied then; null when it is whole and was copied. */
serveJob<BackupJob, string | null>(async ({ file, folder, name }) => {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('busy_timeout = 10000');
    const damage = damageIn(db);
    // A damaged one must not push whole copies out.
    if (damage === null) backUp(db, folder, name);
    return damage;
  } finally {
    db.close();
  }
});
