/** Thread that takes the log of the open database over into it. */
import Database from 'better-sqlite3';
import { serveJob } from '../processes/workers.ts';

serveJob<string, null>(async (file) => {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('fullfsync = ON');
    db.pragma('synchronous = FULL');
    // As far as nobody need wait: what is left is taken the next time.
    db.pragma('wal_checkpoint(PASSIVE)');
    return null;
  } finally {
    db.close();
  }
});
