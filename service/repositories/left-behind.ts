/** Locks and unfinished packs in all repositories that a git of an earlier engine left, before or beside all other work. */
import { setImmediate as breathe } from 'node:timers/promises';
import { removeStaleLocks, staleSentence } from '../git/stale-locks.ts';
import type { Log } from '../log.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Repositories } from './repositories.ts';

export class LeftBehind {
  readonly #repositories: Repositories;
  readonly #log: Log;
  readonly #began = Date.now();
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(repositories: Repositories, log: Log) {
    this.#repositories = repositories;
    this.#log = log;
  }

  /** At once, before any git works: after an engine that was killed. */
  remove(): void {
    for (const row of this.#repositories.all()) this.#removeFrom(row);
  }

  /** Bit by bit, what nobody can have made since: after an engine that ended by itself, and ended its gits. */
  removeMeanwhile(): void {
    this.#work = this.#bitByBit();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
  }

  async #bitByBit(): Promise<void> {
    for (const row of this.#repositories.all()) {
      await breathe();
      if (this.#isClosed) return;
      try {
        this.#removeFrom(row, this.#began);
      } catch (error) {
        this.#log('warning', `${row.owner}/${row.name} could not be tidied. ${String(error)}`);
      }
    }
  }

  #removeFrom(row: RepositoryRow, before?: number): void {
    for (const path of [this.#repositories.path(row), this.#repositories.wikiPath(row)]) {
      const sentence = staleSentence(path, removeStaleLocks(path, before));
      if (sentence !== null) this.#log('warning', sentence);
    }
  }
}
