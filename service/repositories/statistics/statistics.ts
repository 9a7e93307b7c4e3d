/** What repositories come to: counted on a worker thread once for each state of their refs, kept, and read from there. */
import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { EventHub } from '../../events/event-hub.ts';
import { stateOfRefs } from '../../git/refs-state.ts';
import type { Log } from '../../log.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { Store } from '../../store/open.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { RepositoryStatisticsTable, yearsOf } from '../../store/repository-statistics.ts';
import type { RepositoryStatistics } from '../../vocabulary/repository-statistics.ts';
import type { Repositories } from '../repositories.ts';

/** How long an answer waits for what is being counted, in milliseconds. */
const WAIT_MS = 1000;
/** What is counted: another word has everything counted anew. */
const COUNTED = 'with lines\n';

interface StatisticsRooms {
  store: Store;
  repositories: Repositories;
  events: EventHub;
  log: Log;
}

/** A reading: what is known, and whether it is of the repository as it is now. */
export interface StatisticsReading {
  /** Null when nobody has counted yet, or nobody could. */
  statistics: RepositoryStatistics | null;
  /** `counting`: an event tells when it is done. `unreadable`: git could not count; the log has the detail. */
  state: 'current' | 'counting' | 'unreadable';
}

export class Statistics {
  readonly #rooms: StatisticsRooms;
  readonly #table: RepositoryStatisticsTable;
  readonly #closing = new AbortController();
  readonly #counting = new Map<number, Promise<boolean>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(rooms: StatisticsRooms) {
    this.#rooms = rooms;
    this.#table = new RepositoryStatisticsTable(rooms.store);
  }

  /** Reads what is known, and counts where that is of other refs: for a moment it is waited for. */
  async of(repository: RepositoryRow): Promise<StatisticsReading> {
    const refs = this.#refsOf(repository);
    const known = this.#table.of(repository.id);
    if (refs === null) return { statistics: known?.statistics ?? null, state: 'unreadable' };
    if (known?.refs === refs) {
      // Something was put into it that changed nothing.
      if (!known.listed) this.#listAgain(repository, refs, known.statistics);
      return { statistics: known.statistics, state: 'current' };
    }
    const count = this.#counting.get(repository.id) ?? this.#enqueue(repository);
    const enough = new AbortController();
    const late = after(WAIT_MS, null, { ref: false, signal: enough.signal }).catch(() => null);
    const done = await Promise.race([count, late]);
    enough.abort();
    const now = this.#table.of(repository.id);
    if (done === null) return { statistics: now?.statistics ?? null, state: 'counting' };
    return { statistics: now?.statistics ?? null, state: done ? 'current' : 'unreadable' };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }

  #refsOf(repository: RepositoryRow): string | null {
    try {
      const { text } = stateOfRefs(this.#rooms.repositories.path(repository));
      return createHash('sha256').update(COUNTED).update(text).digest('hex');
    } catch (error) {
      this.#rooms.log('warning', `The refs of ${repository.owner}/${repository.name} could not be read: ${error}`);
      return null;
    }
  }

  /** One after the other: nobody's work is held up by it. */
  #enqueue(repository: RepositoryRow): Promise<boolean> {
    const count = this.#last.then(() => this.#count(repository));
    this.#counting.set(repository.id, count);
    this.#last = count;
    return count;
  }

  /** @returns whether it was counted */
  async #count({ id, owner, name }: RepositoryRow): Promise<boolean> {
    const { repositories, log } = this.#rooms;
    const { signal } = this.#closing;
    // It may have another name by now.
    const row = repositories.byId(id);
    const refs = row === undefined || signal.aborted ? null : this.#refsOf(row);
    let counted: RepositoryStatistics | null = null;
    if (row !== undefined && refs !== null) {
      try {
        const path = repositories.path(row);
        const statistics = await runInWorker<string, RepositoryStatistics>(
          import.meta.url,
          './statistics-worker',
          path,
          { signal },
        );
        if (!signal.aborted) this.#table.keep(id, refs, statistics);
        counted = signal.aborted ? null : statistics;
      } catch (error) {
        if (!signal.aborted) log('warning', `${owner}/${name} could not be counted: ${String(error)}`);
      }
    }
    this.#counting.delete(id);
    if (!signal.aborted) this.#tell(row ?? { owner, name }, counted);
    return counted !== null;
  }

  /** Has lists show the years of what they took for older than it is. */
  #listAgain(repository: RepositoryRow, refs: string, statistics: RepositoryStatistics): void {
    try {
      this.#table.keep(repository.id, refs, statistics);
    } catch (error) {
      // Whoever asks for what is known gets it all the same.
      this.#rooms.log('warning', `The years of ${repository.owner}/${repository.name} could not be kept: ${error}`);
      return;
    }
    this.#tell(repository, statistics);
  }

  #tell({ owner, name }: Pick<RepositoryRow, 'owner' | 'name'>, counted: RepositoryStatistics | null): void {
    const years = counted && yearsOf(counted);
    this.#rooms.events.emit({ type: 'repository.counted', owner, repo: name, years });
  }
}
