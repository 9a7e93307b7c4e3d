/** What an engine before this one left in repositories: its gits' locks and unfinished packs, and hooks of locks that are gone. */
import { setTimeout as after } from 'node:timers/promises';
import { removeStaleLocks, staleSentence } from '../git/stale-locks.ts';
import type { Log } from '../log.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { RepositoryLocks } from './locks.ts';
import type { Repositories } from './repositories.ts';

/** Of the time, in milliseconds, so much is taken and so much left to all others. */
const TAKEN_MS = 5;
const LEFT_MS = 20;

export class LeftBehind {
  readonly #repositories: Repositories;
  readonly #locks: RepositoryLocks;
  readonly #log: Log;
  readonly #began = Date.now();
  readonly #closing = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(repositories: Repositories, locks: RepositoryLocks, log: Log) {
    this.#repositories = repositories;
    this.#locks = locks;
    this.#log = log;
  }

  /** At once, before any git works: after an engine that was killed. */
  async remove(): Promise<void> {
    for (const row of this.#repositories.all()) await this.#removeFrom(row);
  }

  /** Bit by bit, what nobody can have made since: after an engine that ended by itself, and ended its gits. */
  removeMeanwhile(): void {
    this.#work = this.#bitByBit().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#log('warning', `Not all was tidied. ${String(error)}`);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  async #bitByBit(): Promise<void> {
    const { signal } = this.#closing;
    let until = 0;
    for (const row of this.#repositories.all()) {
      if (performance.now() >= until) {
        await after(LEFT_MS, undefined, { signal, ref: false });
        until = performance.now() + TAKEN_MS;
      }
      await this.#removeFrom(row, this.#began);
    }
  }

  /** @param before what changed later is left, in milliseconds since 1970 */
  async #removeFrom(row: RepositoryRow, before?: number): Promise<void> {
    try {
      for (const path of [this.#repositories.path(row), this.#repositories.wikiPath(row)]) {
        const sentence = staleSentence(path, removeStaleLocks(path, before));
        if (sentence !== null) this.#log('warning', sentence);
      }
    } catch (error) {
      this.#log('warning', `${row.owner}/${row.name} could not be tidied. ${String(error)}`);
    }
    await this.#locks.takeOutOrphans(row);
  }
}
