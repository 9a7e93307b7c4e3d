/**
 * At the start, beside all other work: whether the repositories of complete imports can be read. One that cannot says so, and
 * its import goes on by itself.
 */
import type { Log } from '../../log.ts';
import { BesideAllElse } from '../../processes/beside-all-else.ts';
import type { ImportRecord } from '../../store/import-record.ts';

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
  readonly #beside = new BesideAllElse();

  constructor(rooms: Looking) {
    this.#rooms = rooms;
  }

  /** Begins, and returns at once. */
  start(): void {
    this.#beside.start(
      (signal) => this.#work(signal),
      (error) => this.#rooms.log('error', `Complete imports could not be looked at. ${String(error)}`),
    );
  }

  close(): Promise<void> {
    return this.#beside.close();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const complete = this.#rooms.complete();
    for (const id of complete) {
      if (signal.aborted) return;
      const record = this.#rooms.byId(id);
      if (record === undefined) continue;
      try {
        await this.#rooms.lookAt(record, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#rooms.log('error', `${record.owner}/${record.repo} could not be looked at. ${String(error)}`);
      }
    }
    if (complete.length > 0)
      this.#rooms.log('info', `Looked at the repositories of ${complete.length} complete imports.`);
  }
}
