/**
 * Archives live for seven days; this waits for the next one to end and tells a day before. What a clock says is not enough to
 * delete a file: a clock may be wrong for a minute. An archive goes when the clock has said for an hour, in which the
 * engine ran, that its time is over; nobody gets it meanwhile, and it is there again when the clock is put right.
 */
import { timestamp } from '../../store/clock.ts';
import type { MigrationChange, MigrationRow } from '../../store/migrations-table.ts';
import type { ExportResult } from './export-job.ts';

const ARCHIVE_LIFETIME_MS = 7 * 86_400_000;
/** How long a clock must have said that an archive's time is over, in milliseconds of running. */
export const SEEN_OVER_MS = 3_600_000;
const WARNING_MS = 86_400_000;
/** Time between looks while an archive's time is over, in milliseconds. */
const LOOK_MS = 60_000;
/** Longest wait that a timer can hold, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** How long archives have been seen over their time, in milliseconds, by the migration's guid. */
export type SeenOver = Record<string, number>;

export interface ExpiryRooms {
  /** Migrations whose archive is there, the next to expire first. */
  withArchive(): MigrationRow[];
  /** Called when an archive's time is over. Never rejects. */
  expire(row: MigrationRow): Promise<void>;
  /** Called once a run for an archive whose time is over within a day. */
  warn(row: MigrationRow): void;
  /** Called when an archive's time is over for the first time, and when the clock takes that back. */
  over(row: MigrationRow, isOver: boolean): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that have passed since some moment of this run, whatever the clock says. */
  elapsed(): number;
  /** What outlives this run. */
  seen: { read(): SeenOver; write(seen: SeenOver): void };
}

/** What a migration is once its archive is there. @param now milliseconds since 1970 */
export function exportedAt(now: number, { size, sha256, lacks }: ExportResult): MigrationChange {
  return {
    state: 'exported',
    failure: null,
    archive_size: size,
    archive_sha256: sha256,
    archive_lacks: lacks,
    exported_at: timestamp(new Date(now)),
    expires_at: timestamp(new Date(now + ARCHIVE_LIFETIME_MS)),
    archive_deleted_at: null,
  };
}

export class Expiry {
  readonly #rooms: ExpiryRooms;
  readonly #warned = new Set<number>();
  /** Archives that were over their time at the last look of this run. */
  #wereOver = new Set<string>();
  #lookedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(rooms: ExpiryRooms) {
    this.#rooms = rooms;
  }

  /** Removes what has expired by now, warns of what soon will, and waits for the next. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#look());
    return this.#running;
  }

  async #look(): Promise<void> {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#rooms.now();
    const before = this.#rooms.seen.read();
    const over: SeenOver = {};
    const ended: MigrationRow[] = [];
    const passed = this.#passed();
    let next = Number.POSITIVE_INFINITY;
    for (const row of this.#rooms.withArchive()) {
      const { guid } = row;
      const ends = Date.parse(row.expires_at ?? '');
      if (ends <= now) {
        const seen = (before[guid] ?? 0) + (this.#wereOver.has(guid) ? passed : 0);
        if (before[guid] === undefined) this.#rooms.over(row, true);
        if (seen >= SEEN_OVER_MS) ended.push(row);
        over[guid] = seen;
        next = Math.min(next, now + Math.min(LOOK_MS, SEEN_OVER_MS - seen));
        continue;
      }
      if (before[guid] !== undefined) this.#rooms.over(row, false);
      if (ends - now > WARNING_MS) {
        next = Math.min(next, ends - WARNING_MS);
        continue;
      }
      if (!this.#warned.has(row.id)) this.#rooms.warn(row);
      this.#warned.add(row.id);
      next = Math.min(next, ends);
    }
    for (const row of ended) {
      await this.#rooms.expire(row);
      delete over[row.guid];
    }
    this.#wereOver = new Set(Object.keys(over));
    if (JSON.stringify(over) !== JSON.stringify(before)) this.#rooms.seen.write(over);
    if (next === Number.POSITIVE_INFINITY || this.#closed) return;
    this.#timer = setTimeout(() => void this.run(), Math.min(Math.max(0, next - now), LONGEST_TIMER));
    this.#timer.unref();
  }

  /** Milliseconds since the last look; no more than lie between two looks, should the machine have slept. */
  #passed(): number {
    const elapsed = this.#rooms.elapsed();
    const passed = elapsed - this.#lookedAt;
    this.#lookedAt = elapsed;
    return Math.min(Math.max(0, passed), 2 * LOOK_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }
}
