/**
 * What repositories hold, for the fields that say it: looked up on a worker thread after each change, kept, and read from there.
 * A list asks no git.
 */
import { existsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import type { EventHub } from '../events/event-hub.ts';
import type { Log } from '../log.ts';
import { runInWorker } from '../processes/workers.ts';
import type { Store } from '../store/open.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { type RepositoryFacts, RepositoryFactsTable } from '../store/repository-facts.ts';
import type { FoundInFiles } from './facts-worker.ts';
import type { Repositories } from './repositories.ts';

/** How long an answer waits for what is being looked up, in milliseconds; then it says what was found last. */
const WAIT_MS = 2000;

/** Time that a start has for itself before what nobody asked for is looked up, in milliseconds. */
const AFTER_START_MS = 5000;

/** What stands in the records of a repository. */
export type FoundInRecords = Pick<RepositoryFacts, 'has_issues' | 'open_issues' | 'archived' | 'topics'>;

const NO_RECORDS: FoundInRecords = { has_issues: false, open_issues: 0, archived: false, topics: [] };
const NOTHING: RepositoryFacts = { language: null, license: null, has_wiki: false, ...NO_RECORDS };

export interface FactsRooms {
  store: Store;
  repositories: Repositories;
  events: EventHub;
  log: Log;
  /** Reads the records of a repository, off the main thread. @param id of the repository in the records */
  readRecords(id: number, signal: AbortSignal): Promise<FoundInRecords | null>;
}

export class Facts {
  readonly #rooms: FactsRooms;
  readonly #table: RepositoryFactsTable;
  readonly #closing = new AbortController();
  readonly #looking = new Map<number, Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(rooms: FactsRooms) {
    this.#rooms = rooms;
    this.#table = new RepositoryFactsTable(rooms.store);
    rooms.events.subscribe((event) => {
      if (event.type !== 'repository.changed') return;
      const row = rooms.repositories.byName(event.owner, event.repo);
      if (row !== undefined) this.#lookAll([row.id]);
    });
  }

  /**
   * Looks into all that were changed while nobody looked, once the start is over: thousands may be, after a restore. Returns at
   * once; who asks for some of them goes first.
   */
  start(): void {
    this.#catchingUp = this.#catchUp().catch((error: unknown) => {
      this.#rooms.log('warning', `What repositories hold is not up to date: ${String(error)}`);
    });
  }

  /** What was found last. */
  of(repositoryId: number): RepositoryFacts {
    return this.#table.of(repositoryId) ?? NOTHING;
  }

  /** Waits a moment for what is being looked up of these repositories. */
  async settled(ids: readonly number[]): Promise<void> {
    const waiting = this.#lookAll(ids);
    if (waiting.length === 0) return;
    const enough = new AbortController();
    const late = after(WAIT_MS, undefined, { ref: false, signal: enough.signal }).catch(() => undefined);
    await Promise.race([Promise.all(waiting), late]);
    enough.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#last, this.#catchingUp]);
  }

  /** One at a time, and as long at rest as each took: others have work to do. */
  async #catchUp(): Promise<void> {
    const { signal } = this.#closing;
    const rest = (ms: number) => after(ms, undefined, { ref: false, signal }).catch(() => undefined);
    await rest(AFTER_START_MS);
    if (signal.aborted) return;
    for (const id of this.#table.stale(null)) {
      const began = performance.now();
      // Somebody may have asked for it meanwhile.
      await Promise.all(this.#lookAll([id]));
      await rest(performance.now() - began);
      if (signal.aborted) return;
    }
  }

  /** @returns what is under way for those that are stale */
  #lookAll(ids: readonly number[]): Promise<void>[] {
    if (this.#closing.signal.aborted) return [];
    return this.#table.stale(ids).map((id) => this.#looking.get(id) ?? this.#enqueue(id));
  }

  /** One after the other: nobody's work is held up by it. */
  #enqueue(id: number): Promise<void> {
    const look = this.#last.then(() => this.#look(id));
    this.#looking.set(id, look);
    this.#last = look;
    return look;
  }

  async #look(id: number): Promise<void> {
    const { repositories, log } = this.#rooms;
    const { signal } = this.#closing;
    // Thousands may wait when the engine ends.
    if (signal.aborted) return;
    const version = this.#table.contentVersion(id);
    const row = repositories.byId(id);
    if (row === undefined || version === undefined) return void this.#looking.delete(id);
    try {
      const facts = await this.#find(row, signal);
      if (!signal.aborted) this.#table.keep(id, version, facts);
    } catch (error) {
      if (!signal.aborted) log('warning', `What ${row.owner}/${row.name} holds could not be read: ${String(error)}`);
    }
    this.#looking.delete(id);
    // It was changed under the look.
    if (!signal.aborted && this.#table.contentVersion(id) !== version) this.#lookAll([id]);
  }

  async #find(row: RepositoryRow, signal: AbortSignal): Promise<RepositoryFacts> {
    const { repositories, readRecords } = this.#rooms;
    const path = repositories.path(row);
    const files = await runInWorker<string, FoundInFiles>(import.meta.url, './facts-worker', path, { signal });
    const records = row.records_id === null ? null : await readRecords(row.records_id, signal);
    return { ...files, has_wiki: existsSync(repositories.wikiPath(row)), ...(records ?? NO_RECORDS) };
  }
}
