import { readAddress } from '../../sources/address.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ImportCredentials } from './import-credentials.ts';
import type { ImportRooms } from './import-rooms.ts';
import { ImportRun } from './import-run.ts';
import type { Prepared } from './run-state.ts';

/** The runs of this process, and what they left for the next ones. */
export class Runs {
  readonly #rooms: ImportRooms;
  readonly #credentials: ImportCredentials;
  readonly #runs = new Map<number, ImportRun>();
  /** Mappings that wait for their release. Lost by a restart: then the mapping is made again. */
  readonly #prepared = new Map<number, Prepared>();
  /** Counts the changes that make a mapping stale, by import. */
  readonly #settings = new Map<number, number>();
  #closing = false;

  constructor(rooms: ImportRooms, credentials: ImportCredentials) {
    this.#rooms = rooms;
    this.#credentials = credentials;
  }

  /** Readings of a running import; null when none runs. */
  live(importId: number): ImportRun['live'] | null {
    return this.#runs.get(importId)?.live ?? null;
  }

  isRunning(importId: number): boolean {
    return this.#runs.has(importId);
  }

  /** @param goesOn whether it was cut off by the end of an earlier process */
  launch(record: ImportRecord, goesOn = false): void {
    if (this.#closing) return;
    const { id } = record;
    const run = new ImportRun(this.#rooms, {
      importId: id,
      address: readAddress(record.vcs_url),
      credentials: this.#credentials.of(record),
      askedAt: performance.now(),
      goesOn,
      prepared: this.#prepared.get(id) ?? null,
      settings: () => this.#settings.get(id) ?? 0,
      onPrepared: (prepared) => this.#prepared.set(id, prepared),
    });
    this.#runs.set(id, run);
    void run.done.then(() => {
      if (this.#runs.get(id) === run) this.#runs.delete(id);
    });
  }

  /** Stops a run and everything that it started. */
  async stop(importId: number): Promise<void> {
    await this.#runs.get(importId)?.stop();
  }

  /** Resolves when the import works no more: it has ended, failed, or waits. */
  async settled(importId: number): Promise<void> {
    await this.#runs.get(importId)?.done;
  }

  /** Something was changed that a mapping made before does not know. */
  makeStale(importId: number): void {
    this.#settings.set(importId, (this.#settings.get(importId) ?? 0) + 1);
  }

  /** A mapping that waits is thrown away. */
  forgetPrepared(importId: number): void {
    this.#prepared.delete(importId);
  }

  forget(importId: number): void {
    for (const memory of [this.#prepared, this.#settings]) memory.delete(importId);
  }

  /** Stops all work, and begins none any more. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
  }
}
