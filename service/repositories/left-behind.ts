/** What an engine before this one left in repositories: its gits' locks and unfinished packs, and hooks of locks that are gone. */
import { removeStaleLocks, staleSentence } from '../git/stale-locks.ts';
import type { Log } from '../log.ts';
import { BesideAllElse } from '../processes/beside-all-else.ts';
import { runInWorker } from '../processes/workers.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { FoundBehind, LeftBehindJob } from './left-behind-worker.ts';
import type { RepositoryLocks } from './locks.ts';
import type { Repositories } from './repositories.ts';

/** Repositories that a thread looks at in one go. */
const AT_ONCE = 500;
/** Time that a start has for itself before nobody's things are looked for, in milliseconds. */
const AFTER_START_MS = 5000;

export class LeftBehind {
  readonly #repositories: Repositories;
  readonly #locks: RepositoryLocks;
  readonly #log: Log;
  readonly #began = Date.now();
  readonly #beside = new BesideAllElse();

  constructor(repositories: Repositories, locks: RepositoryLocks, log: Log) {
    this.#repositories = repositories;
    this.#locks = locks;
    this.#log = log;
  }

  /** At once, before any git works: after an engine that was killed. */
  async remove(): Promise<void> {
    for (const row of this.#repositories.all()) await this.#removeFrom(row);
  }

  /** Bit by bit, in a thread, what nobody can have made since: after an engine that ended by itself, and ended its gits. */
  removeMeanwhile(): void {
    this.#beside.start(
      (signal) => this.#bitByBit(signal),
      (error) => this.#log('warning', `Not all was tidied. ${String(error)}`),
      AFTER_START_MS,
    );
  }

  close(): Promise<void> {
    return this.#beside.close();
  }

  async #bitByBit(signal: AbortSignal): Promise<void> {
    for (let after = 0; ; ) {
      const some = this.#repositories.some(after, AT_ONCE);
      const last = some.at(-1);
      if (last === undefined) return;
      after = last.id;
      const job = { paths: some.flatMap((row) => this.#pathsOf(row)), before: this.#began };
      const found = await runInWorker<LeftBehindJob, FoundBehind>(import.meta.url, './left-behind-worker', job, {
        signal,
      });
      for (const sentence of found.sentences) this.#log('warning', sentence);
      // Two paths a repository.
      for (const row of new Set(found.marked.map((index) => some[index >> 1]))) {
        if (row !== undefined) await this.#locks.takeOutOrphans(row);
      }
    }
  }

  async #removeFrom(row: RepositoryRow): Promise<void> {
    try {
      for (const path of this.#pathsOf(row)) {
        const sentence = staleSentence(path, removeStaleLocks(path));
        if (sentence !== null) this.#log('warning', sentence);
      }
    } catch (error) {
      this.#log('warning', `${row.owner}/${row.name} could not be tidied. ${String(error)}`);
    }
    await this.#locks.takeOutOrphans(row);
  }

  #pathsOf(row: RepositoryRow): [repository: string, wiki: string] {
    return [this.#repositories.path(row), this.#repositories.wikiPath(row)];
  }
}
