/**
 * Whether a database and the files beside it belong together. `installation.json` names the database that was opened
 * last and how often it was opened and closed; the database knows the same. A database that is missing, empty, or older than the
 * files knows nothing of what came after it, so nothing may be tidied by what it says.
 */

import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { type Said, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import type { Log } from '../log.ts';
import { DATABASE_FILE, RECORDS_FILE } from './database-files.ts';

const NOTE = 'installation.json';
/** What only a database could explain. */
const EXPLAINED = ['repositories', 'imports', 'archives', 'restores', 'inspections', 'attachments', 'repository_files'];
/** What lies beside every database that was used. */
export const FILES = [RECORDS_FILE, 'secrets.key', NOTE];

/** What a person can do about a database that does not fit. @param adopted how what is there is gone on with */
function waysOut(adopted: Said): Said {
  return [say('Nothing was changed.'), say('Put the right database back, or start with another data folder.'), adopted];
}

/** Database and files do not belong together. `message` is a sentence for a person; starting with `adopt` goes on. */
export class InstallationUnsure extends SaidError {
  // Main knows it by that, behind the engine's thread.
  override readonly name = 'InstallationUnsure';
}

interface Note {
  database: string;
  starts: number;
  /** An older database was adopted once: what it does not know stays, at every later start as well. */
  keeps?: boolean;
  /** The engine ended by itself; absent while it runs, and after one that was killed. */
  closed?: boolean;
}

/** What an opened database and the files beside it say together. */
export interface Installation {
  /** Whether the files may be tidied by what the database says. */
  mayTidy: boolean;
  /** Whether the engine before this one ended by itself. */
  wasClosed: boolean;
}

/**
 * Refuses a folder whose database is missing or empty while files of an installation are there. Before SQLite makes one.
 * @throws InstallationUnsure
 */
export function requireDatabase(folder: string, adopt: boolean): void {
  const size = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? null;
  if ((size !== null && size > 0) || adopt) return;
  const [found] = [
    ...EXPLAINED.filter((name) => holdsSomething(join(folder, name))),
    ...FILES.filter((name) => existsSync(join(folder, name))),
  ];
  if (found === undefined) return;
  const values = { file: join(folder, DATABASE_FILE), found };
  throw new InstallationUnsure([
    size === null
      ? say('The database {file} is missing, but {found} and what else belongs to it are there.', values)
      : say('The database {file} is empty, but {found} and what else belongs to it are there.', values),
    waysOut(
      say(
        'To go on with what is there, adopt it ("npm run serve" takes --adopt): what the database does not know is left alone then; accounts, imports and migrations are made anew.',
      ),
    ),
  ]);
}

/**
 * Compares an open database with the note beside it, and counts this start in both.
 * @throws InstallationUnsure
 */
export function compareWithFiles(folder: string, db: Database.Database, adopt: boolean, log: Log): Installation {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get() !== undefined;
  if (!hasTable) return { mayTidy: true, wasClosed: false };
  const known = db.prepare<[], Note>('SELECT id AS database, starts FROM installation').get();
  if (known === undefined) throw new RangeError('the table "installation" is empty');
  const note = readNote(folder);
  const isOlder = note !== null && (note.database !== known.database || note.starts > known.starts);
  if (isOlder && !adopt) {
    const file = join(folder, DATABASE_FILE);
    throw new InstallationUnsure([
      note.database === known.database
        ? say('The database {file} is older than the files beside it.', { file })
        : say('The database {file} is another one than the files beside it belong to.', { file }),
      waysOut(
        say(
          'To go on with what is there, adopt it ("npm run serve" takes --adopt): what the database does not know is left alone then.',
        ),
      ),
    ]);
  }
  requireFolders(folder, db, adopt);
  const keeps = isOlder || note?.keeps === true;
  try {
    const starts = Math.max(known.starts, note?.starts ?? 0) + 1;
    count(folder, db, { database: known.database, starts, ...(keeps ? { keeps } : {}) });
  } catch (error) {
    // A full disk must not keep the engine from starting: nothing older passes for newer by it.
    log('warning', `The start was not written down in ${folder}: ${(error as Error).message}`);
  }
  if (keeps) passNumbers(folder, db);
  const wasClosed = note?.closed === true && note.database === known.database && note.starts === known.starts;
  return { mayTidy: !keeps && !adopt, wasClosed };
}

/** New rows get no number under which files of an unknown one lie. */
function passNumbers(folder: string, db: Database.Database): void {
  for (const name of ['imports', 'inspections']) {
    const taken = existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map(Number) : [];
    const highest = Math.max(0, ...taken.filter(Number.isSafeInteger));
    const { changes } = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(highest, name);
    if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, highest);
  }
}

/** Counts in both that the database is closed: a copy that was made of it before is an older one from now on. */
export function countClosing(folder: string, db: Database.Database): void {
  const known = db.prepare<[], Note>('SELECT id AS database, starts FROM installation').get();
  if (known === undefined) return;
  const keeps = readNote(folder)?.keeps === true;
  count(folder, db, { ...known, starts: known.starts + 1, ...(keeps ? { keeps } : {}), closed: true });
}

function count(folder: string, db: Database.Database, note: Note): void {
  // Flushed before the note is written: a power cut must not leave a note that is ahead.
  db.prepare('UPDATE installation SET starts = ?').run(note.starts);
  writeNote(folder, note);
}

/**
 * A folder that is not there although rows need it is a disk that is not mounted, as a rule.
 * @throws InstallationUnsure
 */
function requireFolders(folder: string, db: Database.Database, adopt: boolean): void {
  if (adopt) return;
  const needed = db.prepare<[], number>('SELECT count(*) FROM repositories').pluck().get() ?? 0;
  if (needed === 0 || existsSync(join(folder, 'repositories'))) return;
  const missing = join(folder, 'repositories');
  throw new InstallationUnsure([
    needed === 1
      ? say('The folder {folder} is missing, and a repository lies in it.', { folder: missing })
      : say('The folder {folder} is missing, and {count} repositories lie in it.', { folder: missing, count: needed }),
    say('Nothing was changed.'),
    say(
      'Mount its disk or put the folder back, then start Gantry again; if the repositories are lost, adopt what is there ("npm run serve" takes --adopt): each is said to be lost then, and its import can be started again.',
    ),
  ]);
}

function holdsSomething(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length > 0;
}

function readNote(folder: string): Note | null {
  const path = join(folder, NOTE);
  if (!existsSync(path)) return null;
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Note;
    return typeof note.database === 'string' && Number.isInteger(note.starts) ? note : null;
  } catch {
    // Damaged by a disk: it only guards what the database itself knows, and is written anew.
    return null;
  }
}

function writeNote(folder: string, note: Note): void {
  const path = join(folder, NOTE);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(note)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renamePatientlyNow(`${path}.new`, path);
}
