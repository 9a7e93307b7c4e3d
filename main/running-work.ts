/** Long work as events tell of it, to whom the window is open: what runs, and what of it has just ended. */
import type { ApiEvent } from '../service/api/events.ts';
import type { Work } from '../service/api/work/work-schemas.ts';

export class RunningWork {
  readonly #running = new Map<string, Work>();

  all(): Work[] {
    return [...this.#running.values()];
  }

  /** Begins anew, with what runs now: nothing was told while the window was closed to this account. */
  beginWith(running: readonly Work[]): void {
    this.#running.clear();
    for (const work of running) this.#running.set(work.key, work);
  }

  /**
   * Takes an event over.
   * @returns whether what runs is otherwise now, and work that was known and changed its state
   */
  take(event: ApiEvent): { changed: boolean; told: Work | null } {
    const reading = readingOf(event);
    if (reading !== null) {
      const work = this.#running.get(reading.key);
      if (work === undefined) return { changed: false, told: null };
      this.#running.set(work.key, { ...work, percent: reading.percent });
      return { changed: true, told: null };
    }
    const gone = goneWith(event);
    if (gone !== null) return { changed: this.#running.delete(gone), told: null };
    const work = 'work' in event ? event.work : null;
    if (work === null) return { changed: false, told: null };
    const was = this.#running.get(work.key);
    if (work.state === 'running' || work.state === 'waiting') this.#running.set(work.key, work);
    else this.#running.delete(work.key);
    return { changed: true, told: was === undefined ? null : work };
  }
}

function readingOf(event: ApiEvent): { key: string; percent: number | null } | null {
  switch (event.type) {
    case 'import.progress':
      return { key: `import:${event.import_id}`, percent: event.progress.percent };
    case 'migration.progress':
      return { key: `export:${event.migration_id}`, percent: event.progress.percent };
    case 'restore.progress':
      return { key: `restore:${event.restore_id}`, percent: event.progress.percent };
    default:
      return null;
  }
}

/** Key of the work that is there no more, or not for this account: of what was cancelled and removed nobody tells an end. */
function goneWith(event: ApiEvent): string | null {
  switch (event.type) {
    case 'import.removed':
      return `import:${event.import_id}`;
    case 'import.comparison':
      return event.work === null ? `comparison:${event.import_id}` : null;
    case 'migration.changed':
      return event.work === null ? `export:${event.migration_id}` : null;
    case 'restore.changed':
      return event.work === null ? `restore:${event.restore_id}` : null;
    default:
      return null;
  }
}
