/** After the start, beside all other work: whether the archives that were made are what was written. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Failure } from '../../failures/failure.ts';
import type { Log } from '../../log.ts';
import { BesideAllElse } from '../../processes/beside-all-else.ts';
import { fileSum } from '../../processes/file-sum.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';

/** Bytes of archives that are read after a start: a second or two. Sizes are compared of all. */
const SAMPLE_BYTES = 512 * 1024 * 1024;

interface Looking {
  withArchive(): MigrationRow[];
  path(row: MigrationRow): string;
  /** Takes back that it is exported. */
  damaged(row: MigrationRow, failure: Failure): Promise<void>;
  /** Whether the engine before this one ended by itself: else the newest archive is read whatever its size. */
  wasClosed: boolean;
  log: Log;
}

export class LookAtArchives {
  readonly #rooms: Looking;
  readonly #beside = new BesideAllElse();

  constructor(rooms: Looking) {
    this.#rooms = rooms;
  }

  /** Begins, and returns at once. */
  start(): void {
    this.#beside.start(
      (signal) => this.#work(signal),
      (error) => this.#rooms.log('error', `The archives could not be looked at. ${String(error)}`),
    );
  }

  close(): Promise<void> {
    return this.#beside.close();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const rows = this.#rooms.withArchive().filter((row) => row.state === 'exported');
    if (rows.length === 0) return;
    const toRead = this.#sample(rows);
    for (const row of rows) {
      if (signal.aborted) return;
      try {
        const failure = await this.#damageOf(row, toRead.has(row), signal);
        if (failure !== null) await this.#rooms.damaged(row, failure);
      } catch (error) {
        if (signal.aborted) return;
        this.#rooms.log('error', `The archive of migration ${row.id} could not be looked at. ${String(error)}`);
      }
    }
    const read = `${toRead.size} of them read whole`;
    this.#rooms.log('info', `Looked at the sizes of ${rows.length} archives, ${read} and compared by their checksums.`);
  }

  /** The newest, and of the others some by chance: over many starts all are read. */
  #sample(rows: readonly MigrationRow[]): Set<MigrationRow> {
    const [newest, ...others] = [...rows].sort((a, b) => (b.exported_at ?? '').localeCompare(a.exported_at ?? ''));
    const shuffled = others.map((row) => ({ row, at: Math.random() })).sort((a, b) => a.at - b.at);
    const sample = new Set<MigrationRow>();
    let left = SAMPLE_BYTES;
    for (const row of [newest, ...shuffled.map(({ row }) => row)]) {
      const size = row?.archive_size ?? 0;
      const isRead = size <= left || (row === newest && !this.#rooms.wasClosed);
      if (row === undefined || !isRead) continue;
      sample.add(row);
      left -= size;
    }
    return sample;
  }

  /** @returns what is wrong; null where nothing is, or the archive was deleted */
  async #damageOf(row: MigrationRow, isRead: boolean, signal: AbortSignal): Promise<Failure | null> {
    const path = this.#rooms.path(row);
    if (!existsSync(path)) return null;
    const { size } = await stat(path);
    if (size !== row.archive_size) {
      return Failure.of('export.archive_cut', { path, size, written: row.archive_size ?? 0 });
    }
    if (!isRead) return null;
    return (await fileSum(path, signal)) === row.archive_sha256 ? null : Failure.of('export.archive_changed', { path });
  }
}
