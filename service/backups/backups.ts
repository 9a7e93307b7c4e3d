/** Every day a copy of each database, made beside all other work. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { runInWorker } from '../processes/workers.ts';
import { backupName, listBackups } from '../store/backup.ts';
import { timestamp } from '../store/clock.ts';
import type { BackupJob } from './backup-worker.ts';

const DAY_MS = 24 * 3_600_000;
/** How often it is looked whether a day has passed: a machine may sleep. */
const LOOK_MS = 3_600_000;
/** The first look, after a start that has enough to do. */
const FIRST_LOOK_MS = 60_000;
const DATABASES = ['gantry', 'records'];

export class Backups {
  readonly #folder: string;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  /** @param now milliseconds since 1970 */
  constructor({ dataFolder, log, now }: { dataFolder: string; log: Log; now: () => number }) {
    this.#folder = dataFolder;
    this.#log = log;
    this.#now = now;
  }

  /** Begins, and returns at once. */
  start(): void {
    this.#timer = setTimeout(() => {
      void this.look();
      this.#timer = setInterval(() => void this.look(), LOOK_MS);
      this.#timer.unref();
    }, FIRST_LOOK_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  /** Makes the copies that are due. */
  look(): Promise<void> {
    this.#running = this.#running.then(async () => {
      for (const database of DATABASES) await this.#backUp(database);
    });
    return this.#running;
  }

  async #backUp(database: string): Promise<void> {
    const file = join(this.#folder, `${database}.sqlite`);
    if (this.#closing.signal.aborted || !existsSync(file) || !this.#isDue(database)) return;
    const name = backupName(database, 'daily', timestamp(new Date(this.#now())));
    try {
      const job = { file, folder: this.#folder, name };
      const { signal } = this.#closing;
      const damage = await runInWorker<BackupJob, string | null>(import.meta.url, './backup-worker', job, { signal });
      if (damage === null) return;
      this.#log(
        'error',
        `The database ${file} is damaged: ${damage}. It was not backed up. Close Gantry and restore a backup of the folder "backups" with "npm run serve -- --restore-backup <name>".`,
      );
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#log('warning', `The database ${file} could not be backed up: ${(error as Error).message}`);
    }
  }

  #isDue(database: string): boolean {
    const [newest] = listBackups(this.#folder, this.#now()).filter(
      (backup) => backup.database === database && backup.kind === 'daily',
    );
    // A clock that was ahead once must not put them off for ever.
    return newest === undefined || Math.abs(this.#now() - Date.parse(newest.made_at)) >= DAY_MS;
  }
}
