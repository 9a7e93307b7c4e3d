/** Changes of the installation's records: on worker threads, one at a time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { RecordsChange, RecordsChanged } from './change-records.ts';

/** How long a removal may hold up the end of the engine, in milliseconds. */
const CLOSE_MS = 1500;

export class RecordsWriter {
  readonly #dataFolder: string;
  readonly #log: Log;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(dataFolder: string, log: Log) {
    this.#dataFolder = dataFolder;
    this.#log = log;
  }

  /** Runs `work` when nobody else writes. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Removes what restores brought that did not come to their end. */
  async removeRestores(guids: readonly string[]): Promise<void> {
    if (guids.length > 0) await this.#change({ kind: 'restores', guids: [...guids] });
  }

  /**
   * After repositories were removed: their records and attached files go too. Never rejects; what fails is done at the
   * next start.
   * @param ids of repositories in the records
   */
  async removeRepositories(ids: readonly number[]): Promise<void> {
    await this.#quietly({ kind: 'repositories', ids: [...ids] });
  }

  /**
   * At the start: removes records of repositories that are gone, and files that no record names. Never rejects.
   * @param known ids of the repositories that are there
   */
  async keepOnly(known: readonly number[]): Promise<void> {
    await this.#quietly({ kind: 'keep', ids: [...known] });
  }

  async #quietly(change: RecordsChange): Promise<void> {
    try {
      const { repositories, files, lost } = await this.#change(change);
      if (change.kind !== 'keep') return;
      if (lost > 0) {
        this.#log(
          'error',
          `The records of ${lost} repositories are missing in records.sqlite. Put that file back from a copy of the data folder, or restore the archive again; attached files were left alone.`,
        );
      }
      if (repositories > 0) this.#log('warning', `Removed the records of ${repositories} repositories that are gone.`);
      if (files > 0) this.#log('warning', `Removed ${files} attached files that no record names.`);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#log('error', `Records could not be removed; this is tried again at the next start. ${String(error)}`);
    }
  }

  #change(change: RecordsChange): Promise<RecordsChanged> {
    return this.exclusive(async () => {
      const anything = ['records.sqlite', 'attachments', 'repository_files'];
      if (!anything.some((name) => existsSync(join(this.#dataFolder, name))))
        return { repositories: 0, files: 0, lost: 0 };
      return runInWorker<{ dataFolder: string; change: RecordsChange }, RecordsChanged>(
        import.meta.url,
        './records-worker',
        { dataFolder: this.#dataFolder, change },
        { signal: this.#closing.signal },
      );
    });
  }

  /** Lets short work end; what takes longer is done at the next start. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#closing.abort(), CLOSE_MS);
    await this.#last;
    clearTimeout(late);
  }
}
