/**
 * What was written goes from the log into the database itself on a thread of its own: SQLite would do so within whichever write
 * makes the log long, and wait twice for the disk there (https://sqlite.org/wal.html, "Checkpointing").
 */
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { runInWorker } from '../processes/workers.ts';
import { DATABASE_FILE } from './database-files.ts';
import type { Store } from './open.ts';

/** Rows written after which it is done: well before a log is long, as a row touches a few pages. */
const MANY_ROWS = 250;
/** Between two looks, in milliseconds. */
const LOOK_MS = 500;

export class Checkpoints {
  readonly #file: string;
  readonly #store: Store;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  /** Rows written before the last time. */
  #before = 0;
  #running: Promise<void> | null = null;

  constructor(dataFolder: string, store: Store, log: Log) {
    this.#file = join(dataFolder, DATABASE_FILE);
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  #look(): void {
    const { written } = this.#store;
    if (this.#running !== null || written - this.#before < MANY_ROWS) return;
    this.#before = written;
    this.#running = this.#take().finally(() => {
      this.#running = null;
    });
  }

  /** A disk that refuses is told of by the write that does it in the end, and is not asked by this every half second. */
  async #take(): Promise<void> {
    const { signal } = this.#closing;
    try {
      await runInWorker<string, null>(import.meta.url, './checkpoint-worker', this.#file, { signal });
    } catch (error) {
      if (!signal.aborted) this.#log('warning', `The database's log was not taken over: ${String(error)}`);
    }
  }
}
