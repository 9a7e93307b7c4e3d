/** The operations on imports: start, change, bring up to date, cancel, compare, go on after a crash. */
import { folderSizeKb } from '../git/bare-repository.ts';
import type { Cleaned } from '../git/reachable/clean-repository.ts';
import type { Address } from '../sources/address.ts';
import type { DetectionResult } from '../sources/detection.ts';
import { detectAs, sourceOf } from '../sources/index.ts';
import { lookAgain } from '../sources/look-again.ts';
import type { ImportRecord } from '../store/import-record.ts';
import { ImportUpdateTable } from '../store/import-updates.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Comparison } from '../vocabulary/comparison.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import type { Vcs } from '../vocabulary/history.ts';
import { AuthorMappings } from './authors/author-mappings.ts';
import { Comparisons } from './comparisons/comparisons.ts';
import { changeImport, chooseLfs } from './operations/change.ts';
import { goOnWithRoom, resumeImports } from './operations/go-on.ts';
import { type EngineRooms, ImportDesk } from './operations/import-desk.ts';
import { lookAtDamage } from './operations/look-at-damage.ts';
import { cancelImport, removeImport } from './operations/remove.ts';
import { startImport } from './operations/start.ts';
import { bringUpToDate, type UpdateRequest } from './operations/update.ts';
import { readUpdateRow } from './publish/update.ts';
import { ImportRecords } from './records.ts';
import { amendReport, cleaningSentence } from './report/amend-report.ts';
import type { ChangeRequest, StartRequest } from './requests.ts';
import { ImportResults } from './results.ts';
import { CompleteImports } from './run/look-at-complete.ts';
import { noteLost } from './run/lost.ts';
import type { Runs } from './run/runs.ts';
import { StrictLooks } from './run/strict-looks.ts';

export class Imports {
  readonly authors: AuthorMappings;
  readonly records: ImportRecords;
  readonly results: ImportResults;
  readonly comparisons: Comparisons;
  /** Told when everything of an import was fetched; its branches and authors are mapped afterwards. */
  onFetched: (record: ImportRecord) => Promise<void> = async () => undefined;
  readonly #desk: ImportDesk;
  readonly #looking: CompleteImports;
  readonly #strict: StrictLooks;

  constructor(engine: EngineRooms) {
    const { events, dataFolder, peopleBook } = engine;
    const desk = new ImportDesk(engine, {
      fetched: (record) => this.onFetched(record),
      goOn: (record) => goOnWithRoom(desk, record),
    });
    this.#desk = desk;
    const { table, rooms } = desk;
    this.records = new ImportRecords(table, rooms.logTable, new ImportUpdateTable(engine.store));
    this.comparisons = new Comparisons({
      ...rooms,
      visit: (id, signal, work) => desk.visit(id, signal, work),
      changed: (record, verdict) => {
        table.update(record.id, { verdict });
        desk.tell(record.id);
      },
    });
    this.#strict = new StrictLooks({ ...rooms, byId: (id) => table.byId(id), tell: (id) => desk.tell(id) });
    events.subscribe((event) => this.#strict.heard(event));
    this.results = new ImportResults(rooms);
    this.#looking = new CompleteImports({
      complete: () => table.completeIds(),
      byId: (id) => table.byId(id),
      lookAt: (record, signal) => lookAtDamage(desk, record, signal),
      log: engine.log,
    });
    this.authors = new AuthorMappings({
      table: rooms.authors,
      peopleBook,
      dataFolder,
      changed: ({ owner, repo, id, authors_count }) => {
        desk.runs.makeStale(id);
        events.emit({ type: 'import.authors', owner, repo, import_id: id, count: authors_count });
      },
    });
  }

  /**
   * Begins to compare every revision of a complete import with its source.
   * @param credentials null to use those that the import has
   * @returns null where the system cannot be asked for what was
   */
  compareEverything(record: ImportRecord, credentials: Credentials | null): Comparison | null {
    if (sourceOf(record.vcs)?.compare === undefined) return null;
    return this.comparisons.start(
      record,
      credentials === null ? this.#desk.credentials.of(record) : Promise.resolve(credentials),
    );
  }

  /** Readings of a running import; null when none runs. */
  live(importId: number): ReturnType<Runs['live']> {
    return this.#desk.runs.live(importId);
  }

  /**
   * Works on a repository while no import does. An operation on its import interrupts that.
   * @returns whether the work was done
   */
  visit(repositoryId: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    return this.#desk.visit(repositoryId, signal, work);
  }

  /** Says in an import's log, and in its report when there is one, what was taken out of its repository. */
  async noteCleaning(repository: RepositoryRow, cleaned: Cleaned): Promise<void> {
    const record = this.#desk.table.ofRepository(repository.id);
    if (cleaned.removed > 0) {
      this.#desk.repositories.measured(repository, await folderSizeKb(this.#desk.repositories.path(repository)));
    }
    await amendReport(
      this.#desk.rooms.reportFiles({ owner: repository.owner, repo: repository.name }),
      record === undefined ? null : this.#desk.rooms.folder(record.id),
      cleaned,
      this.#desk.rooms.now(),
    );
    if (record === undefined) return;
    if (cleaned.removed > 0) {
      this.#desk.rooms.logTable.append(record.id, [{ level: 'warning', text: cleaningSentence(cleaned) }]);
    }
    this.#desk.tell(record.id);
  }

  /** Where what is published came from, and when its import began: while an update is under way, as it was before. */
  publishedFrom(record: ImportRecord): { vcs_url: string; started_at: string } {
    const before = readUpdateRow(this.#desk.rooms.folder(record.id));
    return { vcs_url: before?.vcs_url ?? record.vcs_url, started_at: before?.started_at ?? record.started_at };
  }

  /** At the start: the folder of a repository was lost, so what its import said of it no longer holds. */
  noteLost(repository: RepositoryRow): Promise<void> {
    return noteLost(this.#desk.rooms, repository);
  }

  /** Whether an import of the repository works or waits to be released. */
  isBusy(repositoryId: number): boolean {
    return this.#desk.isBusy(repositoryId);
  }

  /** Whether an import of the repository writes into it, or is about to. */
  isWriting(repositoryId: number): boolean {
    return this.#desk.isWriting(repositoryId);
  }

  /**
   * Starts an import into a repository, in place of an earlier one that has ended.
   * @throws ImportRunning, RepositoryLocked
   */
  start(repository: RepositoryRow, request: StartRequest): Promise<ImportRecord> {
    return startImport(this.#desk, repository, request);
  }

  /** Applies a change; without any the import begins anew from its last durable point. @throws RepositoryLocked */
  change(importId: number, repositoryId: number, request: ChangeRequest): Promise<ImportRecord> {
    return changeImport(this.#desk, importId, repositoryId, request);
  }

  /**
   * Sets what becomes of large files, known or not yet. Applies at the next mapping; an import that has pushed
   * or is pushing maps and pushes again at once. @throws RepositoryLocked
   */
  chooseLfs(importId: number, repositoryId: number, choice: 'opt_in' | 'opt_out'): Promise<ImportRecord> {
    return chooseLfs(this.#desk, importId, repositoryId, choice);
  }

  /**
   * Fetches what the source has since the import was complete, and publishes it.
   * @throws ImportRunning, RepositoryLocked
   */
  bringUpToDate(importId: number, repositoryId: number, request: UpdateRequest): Promise<ImportRecord> {
    return bringUpToDate(this.#desk, importId, repositoryId, request);
  }

  /**
   * Stops an import and removes everything of it. What an import that was once complete published stays; an update is only
   * stopped, and the import is what it was before.
   */
  cancel(importId: number, repositoryId: number): Promise<void> {
    return cancelImport(this.#desk, importId, repositoryId);
  }

  /** Stops an import and removes everything of it, of an update too: its repository goes next. */
  remove(importId: number, repositoryId: number): Promise<void> {
    return removeImport(this.#desk, importId, repositoryId);
  }

  /** What an import of this address would find. Keeps nothing. */
  async detect(
    address: Address,
    vcs: Vcs | null,
    credentials: Credentials | null,
    signal: AbortSignal,
  ): Promise<DetectionResult> {
    const { rooms, trash } = this.#desk;
    return trash.withFolder('detection', (privateFolder) =>
      lookAgain(rooms.patience, signal, () =>
        detectAs(sourceOf(vcs), address, {
          ...{ credentials, signal, privateFolder },
          onProgress: () => undefined,
          onLog: () => undefined,
          onAuthors: () => undefined,
        }),
      ),
    );
  }

  /** Resolves when the import works no more: it has ended, failed, or waits. */
  async settled(importId: number): Promise<void> {
    await this.#desk.runs.settled(importId);
  }

  /** At the start: removes what no row owns, and lets imports that were cut off go on. */
  resume(): Promise<void> {
    return resumeImports(this.#desk);
  }

  /** After the start: looks, beside all other work, whether what says that it is complete can be read. */
  lookAtComplete(): void {
    this.#looking.start();
    for (const id of this.#desk.table.completeIds()) this.#strict.consider(id);
  }

  /** Stops all work. Rows stay as they are, so that the next start goes on. */
  async close(): Promise<void> {
    await Promise.all([this.#strict.close(), this.comparisons.close(), this.#desk.runs.close(), this.#looking.close()]);
  }
}
