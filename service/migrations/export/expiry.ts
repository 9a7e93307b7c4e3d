/** Archives live for seven days; this waits for the next one to end and tells a day before. */
import type { MigrationRow } from '../../store/migrations-table.ts';

export const ARCHIVE_LIFETIME_MS = 7 * 86_400_000;
const WARNING_MS = 86_400_000;
/** Longest wait that a timer can hold, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface ExpiryRooms {
  /** Migrations whose archive is there, the next to expire first. */
  withArchive(): MigrationRow[];
  /** Called when an archive's time is over. Never rejects. */
  expire(row: MigrationRow): Promise<void>;
  /** Called once a run for an archive whose time is over within a day. */
  warn(row: MigrationRow): void;
  /** Milliseconds since 1970. */
  now(): number;
}

export class Expiry {
  readonly #rooms: ExpiryRooms;
  readonly #warned = new Set<number>();
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
    let next = Number.POSITIVE_INFINITY;
    for (const row of this.#rooms.withArchive()) {
      const ends = Date.parse(row.expires_at ?? '');
      if (ends <= now) {
        await this.#rooms.expire(row);
        continue;
      }
      if (ends - now > WARNING_MS) {
        next = Math.min(next, ends - WARNING_MS);
        continue;
      }
      if (!this.#warned.has(row.id)) this.#rooms.warn(row);
      this.#warned.add(row.id);
      next = Math.min(next, ends);
    }
    if (next === Number.POSITIVE_INFINITY || this.#closed) return;
    this.#timer = setTimeout(() => void this.run(), Math.min(Math.max(0, next - now), LONGEST_TIMER));
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }
}
