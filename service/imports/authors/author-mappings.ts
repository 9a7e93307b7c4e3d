import { setImmediate as breathe } from 'node:timers/promises';
import { runInWorker } from '../../processes/workers.ts';
import type { AuthorQuery, AuthorRow, AuthorTable } from '../../store/import-authors.ts';
import type { ImportRecord } from '../../store/imports.ts';
import type { Listing } from '../../store/listing.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { OrderJob } from './order-worker.ts';

/** Authors changed in one transaction: a few milliseconds. */
const AUTHOR_BATCH = 200;
/** Authors read in one statement: a few milliseconds. */
const AUTHORS_READ = 500;
/** How long a thread may take to put authors in order, in milliseconds. */
const LONGEST_MS = 30_000;

interface Mapping {
  id: number;
  name: string;
  email: string;
}

function* once<Item>(items: Item): Generator<Item> {
  yield items;
}

/** Who authors of imports are; applies at the next mapping. */
export class AuthorMappings {
  readonly #table: AuthorTable;
  readonly #dataFolder: string;
  readonly #changed: (record: ImportRecord) => void;

  /** @param changed told of an import whose authors were mapped */
  constructor(table: AuthorTable, dataFolder: string, changed: (record: ImportRecord) => void) {
    this.#table = table;
    this.#dataFolder = dataFolder;
    this.#changed = changed;
  }

  /** All authors of an import, or those with greater ids, in the order in which they were found, some at a time. */
  *each(importId: number, after = 0): Generator<AuthorRow[]> {
    const { first, last: lastId } = this.#table.idRange(importId);
    for (let sinceId = Math.max(after, first - 1); ; ) {
      const rows = this.#table.next(importId, { sinceId, lastId, limit: AUTHORS_READ });
      if (rows.length === 0) return;
      yield rows;
      sinceId = rows.at(-1)?.id ?? sinceId;
    }
  }

  count(importId: number, query: AuthorQuery = {}): number {
    return this.#table.count(importId, query);
  }

  /** The authors of an import that a query asks for, some at a time, in its order, and how many fit in all. */
  async list(importId: number, query: AuthorQuery): Promise<{ rows: Generator<AuthorRow[]>; total: number }> {
    const { sort, text, sinceTime, limit, offset, open } = query;
    const all = limit === undefined && (offset ?? 0) === 0;
    const isPlain = open !== true && [sort, text, sinceTime].every((value) => value === undefined || value === '');
    if (isPlain && all) return { rows: this.each(importId, query.sinceId), total: this.count(importId, query) };
    if (!this.#table.hasMoreThan(importId, AUTHORS_READ))
      return { rows: once(this.#table.find(importId, query)), total: this.count(importId, query) };
    const job = { dataFolder: this.#dataFolder, importId, query };
    const { rows, total } = await runInWorker<OrderJob, Listing<number>>(import.meta.url, './order-worker', job, {
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    return { rows: this.#withIds(importId, rows), total };
  }

  *#withIds(importId: number, ids: readonly number[]): Generator<AuthorRow[]> {
    for (let at = 0; at < ids.length; at += AUTHORS_READ) {
      yield this.#table.withIds(importId, ids.slice(at, at + AUTHORS_READ));
    }
  }

  byId(importId: number, id: number): AuthorRow | undefined {
    return this.#table.byId(importId, id);
  }

  /** @returns how many authors were changed */
  async set(record: ImportRecord, mappings: readonly Mapping[], byList = false): Promise<number> {
    let updated = 0;
    for (let at = 0; at < mappings.length; at += AUTHOR_BATCH) {
      updated += this.#table.setMappings(record.id, mappings.slice(at, at + AUTHOR_BATCH), byList);
      await breathe();
    }
    if (updated > 0) this.#changed(record);
    return updated;
  }

  /** Takes mappings away. @returns how many authors are as the source says again */
  async clear(record: ImportRecord, ids: readonly number[]): Promise<number> {
    let cleared = 0;
    for (let at = 0; at < ids.length; at += AUTHOR_BATCH) {
      cleared += this.#table.clearMappings(record.id, ids.slice(at, at + AUTHOR_BATCH));
      await breathe();
    }
    if (cleared > 0) this.#changed(record);
    return cleared;
  }

  /**
   * Sets the mappings of a map by the authors' names in the source.
   * @param by `person` wins over everything; `list` leaves alone what a person mapped; `update` leaves every mapping alone
   */
  async setByName(
    record: ImportRecord,
    entries: readonly MapEntry[],
    by: 'person' | 'list' | 'update' = 'person',
  ): Promise<{ matched: number; unmatched: number }> {
    const mappings: Mapping[] = [];
    let unmatched = 0;
    for (const [index, { remote_name, name, email }] of entries.entries()) {
      const authors = this.#table.byRemoteName(record.id, remote_name);
      if (authors.length === 0) unmatched += 1;
      const wanted = authors.filter(
        (author) => by === 'person' || author.mapped_name === null || (by === 'list' && author.mapped_by_list === 1),
      );
      mappings.push(...wanted.map(({ id }) => ({ id, name, email })));
      if (index % AUTHOR_BATCH === 0) await breathe();
    }
    return { matched: await this.set(record, mappings, by !== 'person'), unmatched };
  }
}
