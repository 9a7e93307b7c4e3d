/**
 * At the start, beside all other work: whether the repositories of complete imports can be read. One that cannot says so, and
 * its import goes on by itself.
 */
import type { Log } from '../../log.ts';
import type { ImportRecord } from '../../store/imports.ts';

interface Looking {
  /** Ids of complete imports. */
  complete(): number[];
  byId(id: number): ImportRecord | undefined;
  /** Looks, and mends what is wrong. */
  lookAt(record: ImportRecord, signal: AbortSignal): Promise<void>;
  log: Log;
}

export class CompleteImports {
  readonly #rooms: Looking;
  readonly #abort = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(rooms: Looking) {
    this.#rooms = rooms;
  }

  /** Begins, and returns at once. */
  start(): void {
    this.#done = this.#work();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #work(): Promise<void> {
    // Whoever starts the engine goes on first.
    await new Promise((resolve) => setImmediate(resolve));
    const complete = this.#rooms.complete();
    for (const id of complete) {
      if (this.#abort.signal.aborted) return;
      const record = this.#rooms.byId(id);
      if (record === undefined) continue;
      try {
        await this.#rooms.lookAt(record, this.#abort.signal);
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#rooms.log('error', `${record.owner}/${record.repo} could not be looked at. ${String(error)}`);
      }
    }
    if (complete.length > 0)
      this.#rooms.log('info', `Looked at the repositories of ${complete.length} complete imports.`);
  }
}
