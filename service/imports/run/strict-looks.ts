/**
 * Behind a complete import, in the background: objects of a repository that was too large to be looked at with `git fsck --strict`
 * while it was fetched. What is found comes into the report; nothing waits for it, and anything that changes the import ends it.
 */
import type { GantryEvent } from '../../events/events.ts';
import { NOT_LOOKED_AT, strictFindings } from '../../git/strict-look.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { amendFindings } from '../report/amend-report.ts';
import { readReport } from '../report/report.ts';
import type { ImportRooms } from './import-rooms.ts';

interface StrictRooms extends Pick<ImportRooms, 'folder' | 'repositoryPath' | 'reportFiles' | 'engineLog'> {
  byId(id: number): ImportRecord | undefined;
  tell(id: number): void;
}

export class StrictLooks {
  readonly #rooms: StrictRooms;
  readonly #looks = new Map<number, AbortController>();
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(rooms: StrictRooms) {
    this.#rooms = rooms;
  }

  /** Follows imports: one that is complete is looked at, one that changes is not any more. */
  heard(event: GantryEvent): void {
    if (event.type !== 'import.changed' && event.type !== 'import.removed') return;
    if (event.type === 'import.changed' && event.status === 'complete') this.consider(event.import_id);
    else this.#looks.get(event.import_id)?.abort();
  }

  /** Looks at an import if that was left to be done, one after the other. */
  consider(id: number): void {
    const isLooking = this.#looks.get(id)?.signal.aborted === false;
    if (this.#isClosed || isLooking || this.#rooms.byId(id)?.vcs !== 'git') return;
    const abort = new AbortController();
    this.#looks.set(id, abort);
    this.#last = this.#last
      .then(() => this.#look(id, abort.signal))
      .catch((error: unknown) => {
        if (!abort.signal.aborted)
          this.#rooms.engineLog('warning', `Import ${id} was not looked at strictly. ${String(error)}`);
      })
      .finally(() => {
        if (this.#looks.get(id) === abort) this.#looks.delete(id);
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const abort of this.#looks.values()) abort.abort();
    await this.#last;
  }

  async #look(id: number, signal: AbortSignal): Promise<void> {
    const record = this.#rooms.byId(id);
    if (signal.aborted || record?.status !== 'complete') return;
    const [folder, files] = [this.#rooms.folder(id), this.#rooms.reportFiles(record)];
    const report = await readReport(folder, files);
    if (report === null || !report.findings.some(({ kind }) => kind === NOT_LOOKED_AT)) return;
    // All that lies there is reached by a ref.
    const found = await strictFindings(this.#rooms.repositoryPath(record), signal, () => true);
    const now = this.#rooms.byId(id);
    if (signal.aborted || now?.status !== 'complete' || now.finished_at !== record.finished_at) return;
    await amendFindings(files, folder, (findings) => [
      ...found,
      ...findings.filter(({ kind }) => kind !== NOT_LOOKED_AT),
    ]);
    this.#rooms.tell(id);
  }
}
