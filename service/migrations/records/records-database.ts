/**
 * Issues, pull requests and all else that archives hold beside git data, in a SQLite file of their own:
 * `records.sqlite` of the data folder (what this installation has) and the index of an opened archive have the same
 * tables. Only worker threads open one, so that no list and no restore ever holds up the main thread.
 */

import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { say } from '../../../language/sentence.ts';
import { SaidError } from '../../failures/said-error.ts';
import { repositoryAddress } from './addresses.ts';
import { LABELS, type Model, modelOf } from './models.ts';
import { type ArchiveRecord, InvalidRecord, type Row, rowOf, type Value } from './record-rows.ts';
import { recordColumns, SCHEMA_VERSION, schemaSql, TABLES } from './schema.ts';

/** Fields that name the repository, or something in it, that a record belongs to. */
export const PARENTS = [
  'repository',
  'repository_url',
  'issue',
  'pull_request',
  'issue_comment',
  'pull_request_review',
  'pull_request_review_comment',
  'commit_comment',
  'release',
];

/** Records of one file number are further apart than a file can be long. */
const PLACES_IN_A_FILE = 1_000_000;

export interface Origin {
  /** What the archive's addresses begin with. */
  root: string;
  /** Number of the file, from 1, and place of the record in it, from 0. */
  file: number;
  place: number;
}

export interface Inserted {
  /** Hosts of webhooks of which something was taken out. */
  secrets: string[];
  /** False for a record that names no repository although its kind belongs to one. */
  placed: boolean;
}

interface InsertStatement {
  statement: Database.Statement<[Record<string, Value>]>;
  columns: string[];
}

/**
 * Opens a records database, making it when it does not exist.
 * @throws Error when a newer version wrote it
 */
export function openRecords(file: string, options: { readonly?: boolean } = {}): RecordsDatabase {
  const readonly = options.readonly === true;
  const db = new Database(file, { readonly, fileMustExist: readonly });
  try {
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 10000');
    if (!readonly) prepare(db, file);
    return new RecordsDatabase(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The installation's records for reading; null while it has none. */
export function openRecordsIfAny(file: string): RecordsDatabase | null {
  return existsSync(file) ? openRecords(file, { readonly: true }) : null;
}

function prepare(db: Database.Database, file: string): void {
  db.pragma('journal_mode = WAL');
  // A restore is told when its records are written.
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found > SCHEMA_VERSION) {
    throw new SaidError(
      say('{file} was written by a newer version of Gantry. Install that version or a later one.', { file }),
    );
  }
  if (found === SCHEMA_VERSION) return;
  db.transaction(() => {
    db.exec(schemaSql());
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  }).immediate();
}

export class RecordsDatabase {
  /** For statements beyond this class; parameters are named. */
  readonly db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement<[Record<string, Value>]>>();
  readonly #repositories = new Map<string, number>();
  readonly #inserts = new Map<Model, InsertStatement>();

  constructor(db: Database.Database) {
    this.db = db;
  }

  /** A statement, prepared once and kept. */
  sql<Result = never>(text: string): Database.Statement<[Record<string, Value>], Result> {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.db.prepare<[Record<string, Value>]>(text);
      this.#prepared.set(text, statement);
    }
    return statement as unknown as Database.Statement<[Record<string, Value>], Result>;
  }

  transaction<Result>(work: () => Result): Result {
    return this.db.transaction(work).immediate();
  }

  /**
   * Stores a record of an archive.
   * @param plural name of its file, for example `issues`
   * @throws InvalidRecord for a kind that is not known, no address, or an address that is there already
   */
  insert(plural: string, record: ArchiveRecord, origin: Origin): Inserted {
    const model = modelOf(plural);
    if (model === undefined)
      throw new InvalidRecord(say('The archive format knows no records called {kind}.', { kind: plural }));
    const { row, secrets } = rowOf(model, record, origin.root);
    row.archive_position = origin.file * PLACES_IN_A_FILE + origin.place;
    if (model.plural === 'repositories') {
      this.#insertRepository(model, row, record, origin);
      return { secrets, placed: true };
    }
    const repository = homeOf(row);
    const id = repository === null ? null : this.repositoryId(repository);
    this.insertRow(model, { ...row, repository_id: id });
    return { secrets, placed: model.scope !== 'repository' || id !== null };
  }

  #insertRepository(model: Model, row: Row, record: ArchiveRecord, origin: Origin): void {
    const address = row.address as string;
    const id = this.repositoryId(address);
    const known = this.sql<{ has_record: number }>('SELECT has_record FROM repositories WHERE id = @id').get({ id });
    if (known?.has_record === 1)
      throw new InvalidRecord(say('The archive holds two records of {address}.', { address }));
    const labels = labelRows(record.labels, origin);
    if (labels !== null) row.labels = null;
    const columns = [...recordColumns(model), 'archive_position'];
    this.sql(
      `UPDATE repositories SET has_record = 1, ${columns.map((name) => `"${name}" = @${name}`).join(', ')} WHERE id = @id`,
    ).run({ ...row, id });
    for (const label of labels ?? []) this.insertRow(LABELS, { ...label, repository_id: id });
  }

  /** Id of the repository at an address, made when it is not there. */
  repositoryId(address: string): number {
    const known = this.#repositories.get(address);
    if (known !== undefined) return known;
    const found = this.sql<{ id: number }>('SELECT id FROM repositories WHERE address = @address').get({ address });
    const id =
      found?.id ??
      Number(this.sql('INSERT INTO repositories (address) VALUES (@address)').run({ address }).lastInsertRowid);
    this.#repositories.set(address, id);
    return id;
  }

  /**
   * Stores a row as it is, under a new id.
   * @throws InvalidRecord when its address is there already
   */
  insertRow(model: Model, row: Row): number {
    const { statement, columns } = this.#insertOf(model);
    const values: Record<string, Value> = {};
    for (const column of columns) values[column] = row[column] ?? null;
    if (model.numbered) values.archive_number = numberOf(row.address as string);
    if (model.plural === 'repositories') values.has_record = 1;
    try {
      return Number(statement.run(values).lastInsertRowid);
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
      throw new InvalidRecord(
        say('The archive holds two records of {kind} with the address {address}.', {
          kind: model.plural,
          address: row.address ?? '',
        }),
      );
    }
  }

  #insertOf(model: Model): InsertStatement {
    const known = this.#inserts.get(model);
    if (known !== undefined) return known;
    const columns = [
      ...recordColumns(model),
      'restore_guid',
      'archive_position',
      ...(model.plural === 'repositories' ? ['has_record'] : ['repository_id']),
      ...(model.numbered ? ['archive_number'] : []),
    ];
    const names = columns.map((name) => `"${name}"`).join(', ');
    const places = columns.map((name) => `@${name}`).join(', ');
    const statement = this.sql(`INSERT INTO ${model.plural} (${names}) VALUES (${places})`);
    const made = { statement, columns };
    this.#inserts.set(model, made);
    return made;
  }

  /** How many records of each kind there are, in the archive's order; kinds without any are left out. */
  counts(): { model: string; count: number }[] {
    return TABLES.map((model) => {
      const condition = model.plural === 'repositories' ? 'WHERE has_record = 1' : '';
      const found = this.sql<{ n: number }>(`SELECT count(*) AS n FROM ${model.plural} ${condition}`).get({});
      return { model: model.plural, count: found?.n ?? 0 };
    }).filter(({ count }) => count > 0);
  }

  /** Removes repositories with all that belongs to them. @param ids of the `repositories` table of this database */
  removeRepositories(ids: readonly number[]): void {
    this.transaction(() => {
      for (const id of ids) this.sql('DELETE FROM repositories WHERE id = @id').run({ id });
    });
    this.#repositories.clear();
  }

  /** Removes everything that a restore brought. */
  removeRestore(guid: string): void {
    this.transaction(() => {
      for (const model of TABLES) this.sql(`DELETE FROM ${model.plural} WHERE restore_guid = @guid`).run({ guid });
    });
    this.#repositories.clear();
  }

  close(): void {
    this.db.close();
  }
}

/** Address of the repository that a row belongs to; null for an account's or an organization's. */
function homeOf(row: Row): string | null {
  const candidates = [...PARENTS.map((name) => row[name]), row.address];
  for (const each of candidates) {
    if (typeof each !== 'string') continue;
    const address = repositoryAddress(each);
    if (address !== null) return address;
  }
  return null;
}

function numberOf(address: string): number | null {
  const digits = /(\d{1,15})$/.exec(address)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Rows of a repository's labels; null when they are not the objects with addresses that they should be. */
function labelRows(labels: unknown, origin: Origin): Row[] | null {
  if (!Array.isArray(labels)) return null;
  const complete = labels.every(
    (label): label is ArchiveRecord => typeof label === 'object' && label !== null && typeof label.url === 'string',
  );
  if (!complete) return null;
  return labels.map((label, place) => ({ ...rowOf(LABELS, label, origin.root).row, archive_position: place }));
}
