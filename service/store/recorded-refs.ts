/** Refs that complete imports wrote: they are in their repositories unless somebody deleted them over the address. */
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { DATABASE_FILE } from './database-files.ts';
import type { Store } from './open.ts';

/** Names read in one statement, and forgotten in one transaction: a few milliseconds. */
const BATCH_SIZE = 1000;

const NAMES = `SELECT r.name FROM import_refs r JOIN imports i ON i.id = r.import_id
  WHERE i.repository_id = @repositoryId AND i.status = 'complete' AND r.name > @after ORDER BY r.name LIMIT @limit`;

export class RecordedRefs {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Names that are recorded for a repository and not among those that are there, in order. */
  async lost(repositoryId: number, there: Iterable<string>): Promise<string[]> {
    const lost: string[] = [];
    const names = there[Symbol.iterator]();
    let next = names.next();
    for (let after = ''; ; ) {
      const rows = this.#store.sql<{ name: string }>(NAMES).all({ repositoryId, after, limit: BATCH_SIZE });
      for (const { name } of rows) {
        while (!next.done && next.value < name) next = names.next();
        if (next.done || next.value !== name) lost.push(name);
      }
      if (rows.length < BATCH_SIZE) break;
      after = rows.at(-1)?.name ?? '';
      await breathe();
    }
    if (lost.length === 0) return lost;
    // Both came in the order of their bytes; names that are no text, or not of this plane alone, have another one here.
    const all = new Set(there);
    return lost.filter((name) => !all.has(name));
  }

  /** Somebody deleted these: they are no loss. */
  async letGo(repositoryId: number, names: readonly string[]): Promise<void> {
    const remove = this.#store.sql(
      `DELETE FROM import_refs WHERE name = @name
        AND import_id IN (SELECT id FROM imports WHERE repository_id = @repositoryId)`,
    );
    for (let at = 0; at < names.length; at += BATCH_SIZE) {
      this.#store.transaction(() => {
        for (const name of names.slice(at, at + BATCH_SIZE)) remove.run({ repositoryId, name });
      });
      await breathe();
    }
  }
}

/** The refs that an import owns, name to object id, in order; for threads: through a connection of their own. */
export function refsOfImport(dataFolder: string, importId: number): Map<string, string> {
  return reading(dataFolder, (db) => {
    const refs = new Map<string, string>();
    const rows = db.prepare<unknown[], { name: string; oid: string }>(
      'SELECT name, oid FROM import_refs WHERE import_id = @importId ORDER BY name',
    );
    for (const { name, oid } of rows.iterate({ importId })) refs.set(name, oid);
    return refs;
  });
}

/** As `RecordedRefs.lost`, for threads: through a connection of their own. */
export function lostRefs(dataFolder: string, repositoryId: number, there: ReadonlySet<string>): string[] {
  return reading(dataFolder, (db) => {
    const all = db.prepare<unknown[], { name: string }>(NAMES).all({ repositoryId, after: '', limit: -1 });
    return all.map(({ name }) => name).filter((name) => !there.has(name));
  });
}

/** For threads: the database through a connection of their own, which cannot write. */
export function reading<Result>(dataFolder: string, work: (db: Database.Database) => Result): Result {
  const db = new Database(join(dataFolder, DATABASE_FILE), { readonly: true, fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
