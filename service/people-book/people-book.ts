/** People books: who the authors of sources are, one book an account. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { EventHub } from '../events/event-hub.ts';
import { runInWorker } from '../processes/workers.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import { type BookEntry, type BookQuery, type BookRow, PeopleBookTable, type SetBy } from '../store/people-book.ts';
import type { BookOrderJob } from './order-worker.ts';

/** People changed in one transaction, or read in one statement: a few milliseconds. */
const AT_ONCE = 500;
/** Books up to this many people are put in order at once. */
const SMALL = 2000;
/** How long a thread may take to put a book in order, in milliseconds. */
const LONGEST_MS = 30_000;

interface Rooms {
  store: Store;
  dataFolder: string;
  events: EventHub;
}

export class PeopleBook {
  readonly #table: PeopleBookTable;
  readonly #dataFolder: string;
  readonly #events: EventHub;

  constructor({ store, dataFolder, events }: Rooms) {
    this.#table = new PeopleBookTable(store);
    this.#dataFolder = dataFolder;
    this.#events = events;
  }

  /** The people that a query asks for, in its order, and how many there are in all. */
  async list(accountId: number, query: BookQuery, range: ListRange): Promise<Listing<BookRow>> {
    if (!this.#table.hasMoreThan(accountId, SMALL)) return this.#table.list(accountId, query, range);
    const job = { dataFolder: this.#dataFolder, accountId, query, range };
    const { rows, total } = await runInWorker<BookOrderJob, Listing<number>>(import.meta.url, './order-worker', job, {
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    return { rows: this.#table.withIds(accountId, rows), total };
  }

  /** Everybody, in the order in which they were put in, some at a time. */
  *each(accountId: number): Generator<BookRow[]> {
    for (let sinceId = 0; ; ) {
      const rows = this.#table.next(accountId, { sinceId, limit: AT_ONCE });
      if (rows.length === 0) return;
      yield rows;
      sinceId = rows.at(-1)?.id ?? sinceId;
    }
  }

  /**
   * Puts people in, in place of what was said of them before; a list leaves alone what a person said.
   * @returns how many entries are new or other than they were
   */
  put(accountId: number, entries: readonly BookEntry[], setBy: SetBy = 'person'): Promise<number> {
    return this.#inParts(accountId, entries, (part, more) => this.#table.put(accountId, part, setBy, more));
  }

  /** Takes people out whose entry is still what is given here. @returns how many */
  takeBack(accountId: number, entries: readonly BookEntry[]): Promise<number> {
    return this.#inParts(accountId, entries, (part) => this.#table.takeBack(accountId, part));
  }

  /** Takes people out. Imports keep what they have of them. @returns how many were there */
  remove(accountId: number, ids: readonly number[]): Promise<number> {
    return this.#inParts(accountId, ids, (part) => this.#table.remove(accountId, part));
  }

  async #inParts<Item>(
    accountId: number,
    items: readonly Item[],
    work: (part: Item[], more: boolean) => number,
  ): Promise<number> {
    let changed = 0;
    for (let at = 0; at < items.length; at += AT_ONCE) {
      changed += work(items.slice(at, at + AT_ONCE), at + AT_ONCE < items.length);
      await breathe();
    }
    if (changed > 0) this.#events.emit({ type: 'people_book.changed', account_id: accountId });
    return changed;
  }
}
