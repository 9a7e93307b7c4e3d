import { setImmediate as breathe } from 'node:timers/promises';
import type { PeopleBook } from '../../people-book/people-book.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { AuthorQuery, AuthorRow } from '../../store/author-query.ts';
import type { AuthorTable, ChangedAuthor, SaidAuthor } from '../../store/import-authors.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Listing } from '../../store/listing.ts';
import type { BookEntry } from '../../store/people-book.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { Identity } from '../../vocabulary/history.ts';
import type { OrderJob } from './order-worker.ts';

/** Authors changed in one statement: a few milliseconds. */
const AUTHOR_BATCH = 500;
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

/** Who says it, and in whose people book it is kept. */
export interface Says {
  by: 'person' | 'list';
  accountId: number;
}

interface Rooms {
  table: AuthorTable;
  peopleBook: PeopleBook;
  dataFolder: string;
  /** Told of an import whose authors were mapped. */
  changed(record: ImportRecord): void;
}

/** Who authors of imports are; applies at the next mapping. */
export class AuthorMappings {
  readonly #table: AuthorTable;
  readonly #peopleBook: PeopleBook;
  readonly #dataFolder: string;
  readonly #changed: (record: ImportRecord) => void;

  constructor({ table, peopleBook, dataFolder, changed }: Rooms) {
    this.#table = table;
    this.#peopleBook = peopleBook;
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
    const { sort, text, sinceTime, limit, offset, open, kept } = query;
    const all = limit === undefined && (offset ?? 0) === 0;
    const isFiltered = open === true || kept === true;
    const isPlain = !isFiltered && [sort, text, sinceTime].every((value) => value === undefined || value === '');
    if (isPlain && all) return { rows: this.each(importId, query.sinceId), total: this.count(importId, query) };
    if (!this.#table.hasMoreThan(importId, AUTHORS_READ))
      return { rows: once(this.#table.find(importId, query)), total: this.count(importId, query) };
    const { rows, total } = await this.#inOrder(importId, query);
    return { rows: this.#withIds(importId, rows), total };
  }

  #inOrder(importId: number, query: AuthorQuery): Promise<Listing<number>> {
    const job = { dataFolder: this.#dataFolder, importId, query };
    return runInWorker<OrderJob, Listing<number>>(import.meta.url, './order-worker', job, {
      signal: AbortSignal.timeout(LONGEST_MS),
    });
  }

  *#withIds(importId: number, ids: readonly number[]): Generator<AuthorRow[]> {
    for (let at = 0; at < ids.length; at += AUTHORS_READ) {
      yield this.#table.withIds(importId, ids.slice(at, at + AUTHORS_READ));
    }
  }

  /** Who the authors of an import are, some at a time: those with these ids, or all that a query asks for. */
  async said(importId: number, which: { ids: readonly number[] } | AuthorQuery): Promise<Iterable<SaidAuthor[]>> {
    if ('ids' in which) return this.#saidWithIds(importId, which.ids);
    if (!which.text && which.open !== true) return this.#saidOfAll(importId);
    const { rows } = this.#table.hasMoreThan(importId, AUTHORS_READ)
      ? await this.#inOrder(importId, which)
      : { rows: this.#table.find(importId, which).map(({ id }) => id) };
    return this.#saidWithIds(importId, rows);
  }

  *#saidOfAll(importId: number): Generator<SaidAuthor[]> {
    const { first, last: lastId } = this.#table.idRange(importId);
    for (let sinceId = first - 1; ; ) {
      const rows = this.#table.nextSaid(importId, { sinceId, lastId, limit: AUTHORS_READ });
      if (rows.length === 0) return;
      yield rows;
      sinceId = rows.at(-1)?.id ?? sinceId;
    }
  }

  *#saidWithIds(importId: number, ids: readonly number[]): Generator<SaidAuthor[]> {
    for (let at = 0; at < ids.length; at += AUTHORS_READ) {
      yield this.#table.saidWithIds(importId, ids.slice(at, at + AUTHORS_READ));
    }
  }

  byId(importId: number, id: number): AuthorRow | undefined {
    return this.#table.byId(importId, id);
  }

  /** Who authors with these ids are now. Those that are not there are left out. */
  async identitiesOf(importId: number, ids: readonly number[]): Promise<Map<number, Identity>> {
    const known = new Map<number, Identity>();
    for (let at = 0; at < ids.length; at += AUTHORS_READ) {
      const part = this.#table.identitiesOf(importId, ids.slice(at, at + AUTHORS_READ));
      for (const [id, identity] of part) known.set(id, identity);
      await breathe();
    }
    return known;
  }

  /** @returns how many authors were changed */
  async set(record: ImportRecord, mappings: readonly Mapping[], { by, accountId }: Says): Promise<number> {
    const authors = await inParts(mappings, (part, more) => this.#table.setMappings(record.id, part, by, more));
    // Of who was left as the source has them nothing is known that another import could use.
    const people = authors.filter(({ isAsInSource }) => !isAsInSource).map((author) => entryOf(record, author));
    await this.#peopleBook.put(accountId, people, by);
    if (authors.length > 0) this.#changed(record);
    return authors.length;
  }

  /**
   * Takes mappings away, and out of the people book what a person said of these authors in this import.
   * @returns how many authors are as the source says again
   */
  async clear(record: ImportRecord, ids: readonly number[], accountId: number): Promise<number> {
    const authors = await inParts(ids, (part) => this.#table.clearMappings(record.id, part));
    const said = authors.filter(({ mapped_by }) => mapped_by === 'person').map((author) => entryOf(record, author));
    await this.#peopleBook.takeBack(accountId, said);
    if (authors.length > 0) this.#changed(record);
    return authors.length;
  }

  /**
   * Sets the mappings of a map by the authors' names in the source.
   * @param over what it may replace: `everything`; what a list or the people book said; `nothing`
   */
  async setByName(
    record: ImportRecord,
    entries: readonly MapEntry[],
    { by, accountId, over }: Says & { over: 'everything' | 'guesses' | 'nothing' },
  ): Promise<{ matched: number; unmatched: number }> {
    const mappings: Mapping[] = [];
    let unmatched = 0;
    for (const [index, { remote_name, name, email, vcs = record.vcs }] of entries.entries()) {
      // A map of several systems: this one is of another's author.
      if (vcs !== record.vcs) continue;
      const authors = this.#table.byRemoteName(record.id, remote_name);
      if (authors.length === 0) unmatched += 1;
      const wanted = authors.filter(
        ({ mapped_by, source_name, source_email }) =>
          // A map that was saved has those whose address nobody filled in as they were.
          !(mapped_by === null && email === '' && source_email === '' && name === source_name) &&
          (over === 'everything' || mapped_by === null || (over === 'guesses' && mapped_by !== 'person')),
      );
      mappings.push(...wanted.map(({ id }) => ({ id, name, email })));
      if (index % AUTHOR_BATCH === 0) await breathe();
    }
    return { matched: await this.set(record, mappings, { by, accountId }), unmatched };
  }
}

/** Changes authors some at a time. @param work is told whether more follow @returns those that were changed */
async function inParts<Item>(
  items: readonly Item[],
  work: (part: Item[], more: boolean) => ChangedAuthor[],
): Promise<ChangedAuthor[]> {
  const changed: ChangedAuthor[] = [];
  for (let at = 0; at < items.length; at += AUTHOR_BATCH) {
    changed.push(...work(items.slice(at, at + AUTHOR_BATCH), at + AUTHOR_BATCH < items.length));
    await breathe();
  }
  return changed;
}

function entryOf({ vcs }: ImportRecord, { remote_name, name, email }: ChangedAuthor): BookEntry {
  return { remote_name, vcs: vcs as BookEntry['vcs'], name, email };
}
