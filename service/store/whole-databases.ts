/** Whether the databases of a data folder are whole, looked at before they are used. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { type Said, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import type { Log } from '../log.ts';
import { damageIn, damageOf, listBackups } from './backup.ts';
import { stateOfFile } from './closed-database.ts';
import { RECORDS_FILE } from './database-files.ts';
import { isRefusedByDisk } from './late-writes.ts';
import { CHECKED_AT_START, type Looked } from './look-ahead.ts';
import { setAside } from './restore-backup.ts';

/** SQLite finds damage in a database. `message` is a sentence for a person. */
export class DamagedDatabase extends SaidError {
  // Main knows it by that, behind the engine's thread.
  override readonly name = 'DamagedDatabase';
  readonly database: 'gantry' | 'records';

  constructor(database: 'gantry' | 'records', file: string, damage: string, way: Said) {
    super([say('The database {file} is damaged: {damage}.', { file, damage }), say('Nothing was changed.'), way]);
    this.database = database;
  }
}

/**
 * @param looked what was found whole before it was opened
 * @throws DamagedDatabase
 */
export function requireWhole(db: Database.Database, file: string, looked: readonly Looked[]): void {
  if (statSync(file).size > CHECKED_AT_START) return;
  const damage = wasWhole(file, looked) ? null : damageIn(db);
  if (damage === null) return;
  throw new DamagedDatabase(
    'gantry',
    file,
    damage,
    say(
      'Check the disk, then restore a backup with "npm run serve -- --data <folder> --restore-backup latest"; they lie in the folder "backups" beside it.',
    ),
  );
}

/** Whether a file was found whole, and is as it was then. */
function wasWhole(file: string, looked: readonly Looked[]): boolean {
  const state = stateOfFile(file);
  return looked.some((found) => found.file === file && found.state === state);
}

/**
 * The records of restored archives, which no room opens before it needs them.
 * @param adopt puts a damaged one among the backups and goes on without it; what belongs to it is left alone
 * @throws DamagedDatabase
 */
export function requireWholeRecords(folder: string, adopt: boolean, looked: readonly Looked[], log: Log): void {
  const file = join(folder, RECORDS_FILE);
  if (!existsSync(file) || statSync(file).size > CHECKED_AT_START) return;
  let damage: string | null;
  try {
    damage = wasWhole(file, looked) ? null : damageOf(file);
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    // On a full disk SQLite cannot even read one that was written to: nothing is known of it.
    log('warning', `Whether ${file} is whole could not be looked at. ${String(error)}`);
    return;
  }
  if (damage === null) return;
  if (adopt) {
    setAside(folder, 'records', log);
    log(
      'error',
      `The database ${file} was damaged: ${damage}. Issues, pull requests and the like of restored archives are not here until a backup of it is put back.`,
    );
    return;
  }
  const latest = listBackups(folder).find(({ database, kind }) => database === 'records' && kind !== 'replaced');
  const restore =
    latest === undefined
      ? say('There is no backup of it in the folder "backups"; put it back from a copy of the data folder.')
      : say('Check the disk, then restore a backup with "npm run serve -- --data <folder> --restore-backup {name}".', {
          name: latest.name,
        });
  throw new DamagedDatabase('records', file, damage, [
    restore,
    say(
      'It holds issues, pull requests and the like of restored archives; to go on without them, adopt what is there ("npm run serve" takes --adopt): it is put aside then.',
    ),
  ]);
}
