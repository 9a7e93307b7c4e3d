/** The finished archives of a data folder: where they lie, and how they end. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataOf, type Failure, sentenceOf } from '../../failures/failure.ts';
import { linkOrCopy, syncFolder } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import type { Log } from '../../log.ts';
import type { MigrationChange, MigrationRow, MigrationTable } from '../../store/migrations-table.ts';
import type { Store } from '../../store/open.ts';
import { SettingsTable } from '../../store/settings.ts';
import { Expiry, type SeenOver } from './expiry.ts';
import { LookAtArchives } from './look-at-archives.ts';
import { removeStrays } from './strays.ts';

export interface ArchiveRooms {
  dataFolder: string;
  store: Store;
  table: MigrationTable;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment of this run, whatever the clock says. */
  elapsed(): number;
  /** Writes a change of a row and tells it. */
  change(row: MigrationRow, change: MigrationChange): void;
  /** A migration's archive was damaged, and it says so. */
  lost(row: MigrationRow): Promise<void>;
  /** The moment as rows have it. */
  timestamp(): string;
}

/** Where `SeenOver` is kept among the settings. */
export const SEEN_OVER = 'archives_over_their_time';

/** Of a migration that has none. */
const NO_ARCHIVE = {
  archive_size: null,
  archive_sha256: null,
  archive_lacks: null,
  exported_at: null,
  expires_at: null,
};

export class Archives {
  /** Folders of links of running exports, one each. */
  readonly staging: string;
  readonly #folder: string;
  readonly #rooms: ArchiveRooms;
  readonly #expiry: Expiry;
  readonly #look: LookAtArchives;

  constructor(rooms: ArchiveRooms) {
    this.#rooms = rooms;
    this.#folder = join(rooms.dataFolder, 'archives');
    this.staging = join(rooms.dataFolder, 'exports');
    const settings = new SettingsTable(rooms.store);
    this.#expiry = new Expiry({
      withArchive: () => rooms.table.withArchive(),
      expire: (row) => this.#expire(row),
      warn: (row) =>
        rooms.log('warning', `The archive of migration ${row.id} of ${row.owner} is deleted on ${row.expires_at}.`),
      over: (row, isOver) => this.#sayOver(row, isOver),
      now: () => rooms.now(),
      elapsed: () => rooms.elapsed(),
      seen: {
        read: () => (settings.get(SEEN_OVER) ?? {}) as SeenOver,
        write: (seen) => rooms.store.relaxed(() => settings.set(SEEN_OVER, seen)),
      },
    });
    this.#look = new LookAtArchives({
      withArchive: () => rooms.table.withArchive(),
      path: (row) => this.path(row),
      damaged: (row, failure) => this.#damaged(row, failure),
      wasClosed: rooms.store.wasClosed,
      log: rooms.log,
    });
  }

  /** Where a migration's archive lies, or is to lie. */
  path(row: MigrationRow): string {
    return join(this.#folder, `${row.guid}.tar.gz`);
  }

  /** Path of a migration's archive; null before it is there and when it is gone. */
  find(row: MigrationRow): string | null {
    if (row.state !== 'exported' || row.archive_deleted_at !== null) return null;
    if (Date.parse(row.expires_at ?? '') <= this.#rooms.now()) {
      // The clock was moved, or the machine slept: the timer is late.
      void this.#expiry.run();
      return null;
    }
    const path = this.path(row);
    return existsSync(path) ? path : null;
  }

  /** @returns false when there is none */
  async delete(row: MigrationRow): Promise<boolean> {
    const path = this.find(row);
    if (path === null) return false;
    await this.#remove(row);
    return true;
  }

  /** At the start: removes what a crash left, and ends what has expired. */
  async resume(): Promise<void> {
    const { table, log, change, timestamp } = this.#rooms;
    for (const sentence of await removeStrays(this.#folder, this.staging, (guid) => table.byGuid(guid))) {
      log('warning', sentence);
    }
    for (const row of table.withArchive()) {
      if (existsSync(this.path(row))) continue;
      change(row, { archive_deleted_at: timestamp() });
      log('warning', `The archive of migration ${row.id} of ${row.owner} was missing; it counts as deleted.`);
    }
    await this.#expiry.run();
  }

  /** After an archive was made: waits for its end, too. */
  added(): void {
    void this.#expiry.run();
  }

  /** Beside all other work: whether the archives are what was written. */
  lookAtAll(): void {
    this.#look.start();
  }

  /**
   * Takes back that a migration is exported. Its archive goes to where damaged things lie: of what was removed since, it may be
   * the only copy.
   */
  async #damaged(seen: MigrationRow, failure: Failure): Promise<void> {
    const { table, dataFolder, log } = this.#rooms;
    const row = table.byId(seen.id);
    if (row === undefined || row.archive_deleted_at !== null || row.exported_at !== seen.exported_at) return;
    const aside = join(dataFolder, 'damaged');
    await makeFolder(aside);
    // At both places until the row says it: a start removes archives that no row promises.
    await linkOrCopy(this.path(row), join(aside, `migration-${row.id}-${Date.now()}.tar.gz`));
    await syncFolder(aside);
    log('error', `Migration ${row.id} of ${row.owner}: ${sentenceOf(failure, 'export')}`);
    this.#rooms.change(row, { state: 'failed', failure: dataOf(failure), ...NO_ARCHIVE });
    await rm(this.path(row), { force: true });
    await this.#rooms.lost(row);
  }

  async close(): Promise<void> {
    await this.#look.close();
    await this.#expiry.close();
  }

  #sayOver(row: MigrationRow, isOver: boolean): void {
    const archive = `The archive of migration ${row.id} of ${row.owner}`;
    this.#rooms.log(
      'warning',
      isOver
        ? `${archive} is over its seven days by the clock of this machine. It is deleted when the clock has said so for an hour in which Gantry ran.`
        : `${archive} stays until ${row.expires_at}: the clock was ahead.`,
    );
  }

  async #expire(row: MigrationRow): Promise<void> {
    const { log } = this.#rooms;
    try {
      await this.#remove(row);
      log('info', `The archive of migration ${row.id} of ${row.owner} was deleted: it was seven days old.`);
    } catch (error) {
      log('error', `The expired archive of migration ${row.id} could not be deleted. ${String(error)}`);
    }
  }

  /** The row first: a crash in between leaves a file that the next start removes. */
  async #remove(row: MigrationRow): Promise<void> {
    this.#rooms.change(row, { archive_deleted_at: this.#rooms.timestamp() });
    await rm(this.path(row), { force: true });
  }
}
