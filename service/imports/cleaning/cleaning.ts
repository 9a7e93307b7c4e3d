/**
 * Repositories that earlier versions published hold objects that no ref reaches. At the first start of this version they
 * are taken out, one repository after the other, beside all other work; what a closing or a crash cuts off begins anew at
 * the next start.
 */

import { existsSync } from 'node:fs';
import { asFailure } from '../../failures/as-failure.ts';
import { sentenceOf } from '../../failures/failure.ts';
import { inEnglish } from '../../failures/sentences.ts';
import { cleanInThread } from '../../git/reachable/reachable.ts';
import type { Log } from '../../log.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import type { Store } from '../../store/open.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { RepositoriesToClean } from '../../store/repositories-to-clean.ts';
import type { Imports } from '../imports.ts';
import { cleaningSentence } from '../report/amend-report.ts';

export interface CleaningRooms {
  store: Store;
  repositories: Repositories;
  imports: Imports;
  log: Log;
}

export class Cleaning {
  readonly #rooms: CleaningRooms;
  readonly #table: RepositoriesToClean;
  readonly #abort = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(rooms: CleaningRooms) {
    this.#rooms = rooms;
    this.#table = new RepositoriesToClean(rooms.store);
  }

  /** Begins, and returns at once. */
  start(): void {
    const ids = this.#table.ids();
    if (ids.length > 0) this.#done = this.#work(ids);
  }

  /** Stops the work; the rest is left to the next start. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #work(ids: readonly number[]): Promise<void> {
    // Whoever starts the engine goes on first.
    await Promise.resolve();
    let left = [...ids];
    // What an import interrupted comes again when that has ended.
    while (left.length > 0 && !this.#abort.signal.aborted) left = await this.#pass(left);
  }

  /** @returns repositories that an import came before */
  async #pass(ids: readonly number[]): Promise<number[]> {
    const left: number[] = [];
    for (const id of ids) {
      if (this.#abort.signal.aborted) break;
      try {
        if (!(await this.#clean(id))) left.push(id);
      } catch (error) {
        const failure = asFailure(error);
        this.#rooms.log(
          'error',
          `What no ref reaches could not be taken out of repository ${id}; the next start tries again. ${sentenceOf(failure, 'import')} ${failure.detail}`,
        );
      }
    }
    return left;
  }

  /** @returns false when an import came first */
  async #clean(id: number): Promise<boolean> {
    const { repositories, imports } = this.#rooms;
    const row = repositories.byId(id);
    if (row !== undefined && this.#isPublished(row)) {
      const done = await imports.visit(id, this.#abort.signal, async (signal) => {
        for (const path of [repositories.path(row), repositories.wikiPath(row)]) {
          if (existsSync(path)) await this.#cleanFolder(row, path, signal);
        }
      });
      if (!done) return false;
    }
    this.#table.remove(id);
    return true;
  }

  /** Whether an import or a restore wrote it: what people pushed is theirs. */
  #isPublished(row: RepositoryRow): boolean {
    const { repositories, imports } = this.#rooms;
    if (row.records_id !== null || existsSync(repositories.reportFiles(row).json)) return true;
    return imports.records.ofRepository(row.id) !== undefined;
  }

  async #cleanFolder(row: RepositoryRow, path: string, signal: AbortSignal): Promise<void> {
    const cleaned = await cleanInThread(path, signal);
    const name = `${row.owner}/${row.name}`;
    if (cleaned.removed > 0) this.#rooms.log('warning', `${name}: ${inEnglish(cleaningSentence(cleaned))}`);
    if (path === this.#rooms.repositories.path(row)) await this.#rooms.imports.noteCleaning(row, cleaned);
  }
}
