import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { sayFailure } from '../failures/sentences.ts';
import { failureIn } from '../files/disk-failure.ts';
import { syncFolderNow } from '../files/durable-file.ts';
import type { Log } from '../log.ts';
import { BACKUPS, backUp, backupName } from './backup.ts';
import { timestamp } from './clock.ts';
import { closeDataFolder } from './data-folder.ts';
import { DATABASE_FILE } from './database-files.ts';
import { compareWithFiles, countClosing, type Installation, requireDatabase } from './installation.ts';
import { isRefusedByDisk, LateWrites } from './late-writes.ts';
import { lockFolder } from './lock.ts';
import type { Looked } from './look-ahead.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { refuseOtherFolder } from './other-folders.ts';
import { requireWhole, requireWholeRecords } from './whole-databases.ts';

/** Pages of the log, 64 MB: `Checkpoints` takes it over long before; this is for where it cannot. */
const LONGEST_LOG = 16_000;
/** Bytes of the log that are kept when it begins anew: what a large step wrote is in the database then. */
const KEPT_LOG = 1 << 20;
/** Statements slower than this are logged, in milliseconds. */
const SLOW_MS = 10;

/** The database was written by a newer Gantry. `message` is a sentence for a person. */
export class FutureDatabase extends SaidError {
  constructor(found: number, known: number) {
    super(
      say(
        'This data folder was written by a newer version of Gantry (database version {found}, this one knows {known}). Install that version or a later one; nothing was changed.',
        { found, known },
      ),
    );
  }
}

type Value = string | number | Buffer | null;
type Parameters = Record<string, Value>;

/** A prepared statement whose slow runs are logged. Parameters are named (`@name`). */
export interface Statement<Row> {
  get(parameters?: Parameters): Row | undefined;
  all(parameters?: Parameters): Row[];
  run(parameters?: Parameters): { changes: number; id: number };
}

/** The open database of a data folder. */
export class Store {
  readonly #db: Database.Database;
  readonly #log: Log;
  readonly #unlock: () => void;
  readonly #onClose: () => void;
  readonly #prepared = new Map<string, Statement<unknown>>();
  /** Whether files that no row knows may be removed: not where the database may be older than they are. */
  readonly mayTidy: boolean;
  /** Whether the engine before this one ended by itself. */
  readonly wasClosed: boolean;
  readonly late: LateWrites;
  #written = 0;

  constructor(
    db: Database.Database,
    log: Log,
    { unlock, mayTidy, wasClosed, onClose }: Installation & { unlock: () => void; onClose: () => void },
  ) {
    this.mayTidy = mayTidy;
    this.wasClosed = wasClosed;
    this.late = new LateWrites(log);
    this.#onClose = onClose;
    this.#db = db;
    this.#log = log;
    this.#unlock = unlock;
  }

  /** Rows written since it was opened. */
  get written(): number {
    return this.#written;
  }

  /** A statement, prepared once and kept. */
  sql<Row = never>(text: string): Statement<Row> {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known as Statement<Row>;
    const prepared = this.#db.prepare<[Parameters], Row>(text);
    const timed = <Result>(work: () => Result): Result => {
      const start = performance.now();
      const result = work();
      const took = performance.now() - start;
      if (took > SLOW_MS) this.#log('warning', `Slow statement, ${took.toFixed(1)} ms: ${text.replace(/\s+/g, ' ')}`);
      return result;
    };
    const statement: Statement<Row> = {
      get: (parameters = {}) => timed(() => prepared.get(parameters)),
      all: (parameters = {}) => timed(() => prepared.all(parameters)),
      run: (parameters = {}) =>
        timed(() => {
          const { changes, lastInsertRowid } = prepared.run(parameters);
          this.#written += changes;
          return { changes, id: Number(lastInsertRowid) };
        }),
    };
    this.#prepared.set(text, statement as Statement<unknown>);
    return statement;
  }

  /** Runs `work` in one transaction: all of it or nothing. Keep it small, it blocks the thread. */
  transaction<Result>(work: () => Result): Result {
    return this.#db.transaction(work).immediate();
  }

  /**
   * Runs writes that nobody relies on by themselves (log lines, counters): they are on the disk with the next transaction that
   * is, and cost no wait. Within a transaction it changes nothing.
   */
  relaxed<Result>(work: () => Result): Result {
    if (this.#db.inTransaction) return work();
    this.#db.pragma('synchronous = NORMAL');
    try {
      return work();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /**
   * Writes the whole file anew: pages of earlier versions keep texts that were replaced or deleted. Blocks the thread for about
   * a second per 100 MB.
   */
  forgetReplaced(): void {
    this.#db.exec('VACUUM');
    // Until then the file itself has the old pages, and the new ones wait beside it.
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.late.close();
    this.#onClose();
    this.#db.close();
    this.#unlock();
  }
}

/**
 * Opens the database of a data folder, making both when they are new.
 * @param adopt goes on with a database that does not fit to the files, and removes nothing that it does not know
 * @throws FolderNotOurs, FolderInUse, FutureDatabase, InstallationUnsure, DamagedDatabase; Error with a sentence where the
 * disk is full, broken or closed to writing
 */
export function openStore(folder: string, log: Log, options: OpenOptions = {}): Store {
  try {
    return open(folder, log, options);
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    throw new SaidError(sayFailure(failureIn(folder, error), 'work'), { cause: error });
  }
}

interface OpenOptions {
  adopt?: boolean;
  /** Databases that were found whole before (`lookAhead`). */
  looked?: readonly Looked[];
  steps?: readonly Migration[];
}

function open(folder: string, log: Log, { adopt = false, looked = [], steps = migrations }: OpenOptions): Store {
  refuseOtherFolder(folder, adopt);
  closeDataFolder(folder, log);
  const unlock = lockFolder(folder, log);
  try {
    requireDatabase(folder, adopt);
    const file = join(folder, DATABASE_FILE);
    const isNew = !existsSync(file);
    const db = new Database(file);
    if (isNew) chmodSync(file, 0o600);
    try {
      requireWhole(db, file, looked);
      if (steps === migrations) requireWholeRecords(folder, adopt, looked, log);
      db.pragma('journal_mode = WAL');
      db.pragma(`wal_autocheckpoint = ${LONGEST_LOG}`);
      db.pragma(`journal_size_limit = ${KEPT_LOG}`);
      // macOS keeps what is flushed in the disk's own memory unless it is asked twice.
      db.pragma('fullfsync = ON');
      // What is replaced or deleted is overwritten where its page is written anyway: sealed texts were open once.
      db.pragma('secure_delete = FAST');
      db.pragma('foreign_keys = ON');
      db.pragma('busy_timeout = 2000');
      db.pragma('synchronous = NORMAL');
      migrate(db, folder, steps, log);
      // What a statement has written is told: it must be there after a power cut (https://sqlite.org/pragma.html#pragma_synchronous).
      db.pragma('synchronous = FULL');
      syncFolderNow(folder);
      const { mayTidy, wasClosed } = compareWithFiles(folder, db, adopt, log);
      if (!mayTidy) log('warning', 'A database was adopted here: files that it does not know are left alone.');
      const onClose = () => {
        try {
          if (steps === migrations) countClosing(folder, db);
        } catch (error) {
          // The disk is full or gone: what was written before counts.
          log('warning', `The closing of the database was not written down: ${(error as Error).message}`);
        }
      };
      return new Store(db, log, { unlock, mayTidy, wasClosed, onClose });
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

function migrate(db: Database.Database, folder: string, steps: readonly Migration[], log: Log): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  const known = steps.length;
  if (found > known) throw new FutureDatabase(found, known);
  if (found > 0 && found < known) {
    const name = backupName('gantry', 'upgrade', timestamp());
    backUp(db, folder, name);
    log('info', `The database of version ${found} was copied to ${join(folder, BACKUPS, name)} before it is changed.`);
  }
  for (const [index, step] of steps.entries()) {
    const version = index + 1;
    if (step.version !== version) throw new Error(`Schema migrations are out of order at ${step.name}.`);
    if (version <= found) continue;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
    log('info', `Database brought to version ${version}: ${step.name}.`);
  }
}
