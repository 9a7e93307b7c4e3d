/** The operations on imports: start, change, cancel, go on after a crash. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RememberedCredentials } from '../credentials/remembered-credentials.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { FailureKey } from '../failures/catalogue/index.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { failureIn } from '../files/disk-failure.ts';
import type { Room } from '../files/room.ts';
import { Trash } from '../files/trash.ts';
import { createBareRepository, folderSizeKb, hasNoRefs } from '../git/bare-repository.ts';
import { damageOf } from '../git/damage.ts';
import type { Cleaned } from '../git/reachable/clean-repository.ts';
import type { Log } from '../log.ts';
import type { Patience } from '../network/patience.ts';
import type { PeopleBook } from '../people-book/people-book.ts';
import type { IncomingPushes } from '../repositories/incoming-pushes.ts';
import type { RepositoryLocks } from '../repositories/locks.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { Address } from '../sources/address.ts';
import { type DetectionResult, detect } from '../sources/detection.ts';
import { sourceOf, sourcesFor } from '../sources/index.ts';
import { requireOutside } from '../sources/local/folder-addresses.ts';
import { timestamp } from '../store/clock.ts';
import { AuthorTable } from '../store/import-authors.ts';
import { ImportLogTable } from '../store/import-log.ts';
import { ImportUpdateTable } from '../store/import-updates.ts';
import { type ImportChange, type ImportRecord, ImportTable } from '../store/imports.ts';
import type { Store } from '../store/open.ts';
import { RecordedRefs } from '../store/recorded-refs.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { releaseReserve } from '../store/reserve.ts';
import type { Comparison } from '../vocabulary/comparison.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { LARGE_FILE_BYTES, type Vcs } from '../vocabulary/history.ts';
import { changedWishes, NO_WISHES, sameWishes } from '../vocabulary/wishes.ts';
import { AuthorMappings } from './authors/author-mappings.ts';
import { keepMade } from './authors/made-authors.ts';
import { Comparisons } from './comparisons/comparisons.ts';
import { readUpdateRow, writeUpdateRow } from './publish/update.ts';
import { ImportRecords } from './records.ts';
import { amendReport, cleaningSentence } from './report/amend-report.ts';
import { type ChangeRequest, ImportGone, ImportRunning, type StartRequest } from './requests.ts';
import { ImportResults } from './results.ts';
import { backToResult } from './run/failed-update.ts';
import { failureState } from './run/failure-state.ts';
import { type GivenCredentials, ImportCredentials } from './run/import-credentials.ts';
import type { ImportRooms } from './run/import-rooms.ts';
import { CompleteImports } from './run/look-at-complete.ts';
import { noteLost } from './run/lost.ts';
import { noteDamage, putDamageAside } from './run/mend.ts';
import { clearWay, cutOff, isUnderWay, lacksPassword, needsFetch, removeStrays } from './run/resume.ts';
import { Runs } from './run/runs.ts';
import { StrictLooks } from './run/strict-looks.ts';
import { Turns } from './run/turns.ts';
import { Visits } from './run/visits.ts';
import { rememberInThread, requireOwnRefsInThread } from './steps/steps.ts';

/** What imports need of the engine. */
interface EngineRooms {
  dataFolder: string;
  store: Store;
  events: EventHub;
  repositories: Repositories;
  peopleBook: PeopleBook;
  locks: Pick<RepositoryLocks, 'refuse'>;
  pushes: Pick<IncomingPushes, 'ended'>;
  remembered: RememberedCredentials;
  log: Log;
  /** For sources that go away for a while. */
  patience: Patience;
  /** For disks that are full for a while. */
  room: Room;
  /** Files with more bytes are large; for tests and measurements. */
  largeFileBytes?: number | undefined;
}

export class Imports {
  readonly #table: ImportTable;
  readonly #recordedRefs: RecordedRefs;
  readonly authors: AuthorMappings;
  readonly records: ImportRecords;
  readonly results: ImportResults;
  /** Told when everything of an import was fetched; its branches and authors are mapped afterwards. */
  onFetched: (record: ImportRecord) => Promise<void> = async () => undefined;
  readonly #rooms: ImportRooms;
  readonly #repositories: Repositories;
  readonly #folder: string;
  readonly #mayTidy: boolean;
  readonly #trash: Trash;
  readonly #room: Room;
  readonly #credentials: ImportCredentials;
  readonly #runs: Runs;
  readonly #looking: CompleteImports;
  readonly #turns = new Turns();
  readonly #visits = new Visits(this.#turns);
  readonly comparisons: Comparisons;
  readonly #strict: StrictLooks;

  constructor({
    dataFolder,
    store,
    events,
    repositories,
    peopleBook,
    locks,
    pushes,
    remembered,
    log,
    patience,
    room,
    largeFileBytes,
  }: EngineRooms) {
    this.#table = new ImportTable(store);
    this.#recordedRefs = new RecordedRefs(store);
    const logTable = new ImportLogTable(store);
    this.records = new ImportRecords(this.#table, logTable, new ImportUpdateTable(store));
    this.#credentials = new ImportCredentials(remembered, this.#table);
    this.#repositories = repositories;
    this.#room = room;
    this.#folder = join(dataFolder, 'imports');
    this.#mayTidy = store.mayTidy;
    this.#trash = new Trash(dataFolder);
    const authors = new AuthorTable(store);
    this.#rooms = {
      imports: this.#table,
      authors,
      logTable,
      events,
      engineLog: log,
      folder: (id) => join(this.#folder, String(id)),
      asideFolder: (name) => join(dataFolder, 'damaged', `${name}-${Date.now()}`),
      repositoryPath: ({ owner, repo }) => repositories.path({ owner, name: repo }),
      reportFiles: ({ owner, repo }) => repositories.reportFiles({ owner, name: repo }),
      refsPlace: (importId) => ({ dataFolder, importId, folder: join(this.#folder, String(importId)) }),
      requireOwnRefs: async (record, signal, broken) => {
        const path = this.#rooms.repositoryPath(record);
        if (hasNoRefs(path)) return;
        await requireOwnRefsInThread(path, this.#rooms.refsPlace(record.id), signal, broken);
      },
      requireSource: (address) => requireOutside(address, { dataFolder, use: 'source' }),
      refuseLocked: (id) => locks.refuse(id),
      pushesEnded: (id) => pushes.ended(id),
      repositoryChanged: (id, head) => this.#repositoryChanged(id, head),
      fetched: (record) => this.onFetched(record),
      credentialsProved: (record) => this.#credentials.proved(record),
      makeRoom: () => releaseReserve(dataFolder),
      mayWaitForRoom: (record) =>
        room.takes(roomName(record)) && (!record.credentials_used || this.#credentials.of(record) !== null),
      roomWasEnough: (record) => room.forget(roomName(record)),
      waitForRoom: (record) => room.wait(roomName(record), () => this.#goOnWithRoom(record)),
      patience,
      largeFileBytes: largeFileBytes ?? LARGE_FILE_BYTES,
      now: () => timestamp(),
    };
    this.comparisons = new Comparisons({
      ...this.#rooms,
      visit: (id, signal, work) => this.visit(id, signal, work),
      changed: (record, verdict) => {
        this.#table.update(record.id, { verdict });
        this.#tell(record.id);
      },
    });
    this.#strict = new StrictLooks({
      ...this.#rooms,
      byId: (id) => this.#table.byId(id),
      tell: (id) => this.#tell(id),
    });
    events.subscribe((event) => this.#strict.heard(event));
    this.results = new ImportResults(this.#rooms);
    this.#runs = new Runs(this.#rooms, this.#credentials);
    this.#looking = new CompleteImports({
      complete: () => this.#table.all().filter(({ status }) => status === 'complete'),
      lookAt: (record, signal) => this.#lookAt(record, signal),
      log,
    });
    this.authors = new AuthorMappings({
      table: authors,
      peopleBook,
      dataFolder,
      changed: ({ owner, repo, id, authors_count }) => {
        this.#runs.makeStale(id);
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
    return this.comparisons.start(record, credentials ?? this.#credentials.of(record));
  }

  /** Readings of a running import; null when none runs. */
  live(importId: number): ReturnType<Runs['live']> {
    return this.#runs.live(importId);
  }

  /** One operation on an import at a time; it interrupts who works on the repository meanwhile. */
  #turn<Result>(repositoryId: number, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(repositoryId, async () => {
      await this.#visits.dismiss(repositoryId);
      return work();
    });
  }

  /**
   * Works on a repository while no import does. An operation on its import interrupts that.
   * @returns whether the work was done
   */
  async visit(
    repositoryId: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const record = this.#table.ofRepository(repositoryId);
    if (record !== undefined) await this.#runs.settled(record.id);
    await this.#rooms.pushesEnded(repositoryId);
    const isFree = () => {
      const now = this.#table.ofRepository(repositoryId);
      return !signal.aborted && (now === undefined || !this.#runs.isRunning(now.id));
    };
    return this.#visits.visit(repositoryId, signal, isFree, work);
  }

  /** Says in an import's log, and in its report when there is one, what was taken out of its repository. */
  async noteCleaning(repository: RepositoryRow, cleaned: Cleaned): Promise<void> {
    const record = this.#table.ofRepository(repository.id);
    if (cleaned.removed > 0) {
      this.#repositories.measured(repository, await folderSizeKb(this.#repositories.path(repository)));
    }
    await amendReport(
      this.#rooms.reportFiles({ owner: repository.owner, repo: repository.name }),
      record === undefined ? null : this.#rooms.folder(record.id),
      cleaned,
      this.#rooms.now(),
    );
    if (record === undefined) return;
    if (cleaned.removed > 0) {
      this.#rooms.logTable.append(record.id, [{ level: 'warning', text: cleaningSentence(cleaned) }]);
    }
    this.#tell(record.id);
  }

  /** At the start: the folder of a repository was lost, so what its import said of it no longer holds. */
  noteLost(repository: RepositoryRow): Promise<void> {
    return noteLost(this.#rooms, repository);
  }

  /**
   * Looks whether the repository of a complete import can be read. When it cannot, the import says so and publishes anew what
   * was fetched, or fetches it again where that is damaged as well.
   */
  async #lookAt({ id, repository_id }: ImportRecord, signal: AbortSignal): Promise<void> {
    const record = this.#table.byId(id);
    if (record?.status !== 'complete' || this.isBusy(repository_id)) return;
    const look = (now: ImportRecord) =>
      damageOf(this.#rooms.repositoryPath(now), signal, (there) => this.#recordedRefs.lost(repository_id, there));
    const damage = await look(record);
    // Without a ref that it published there is nothing to publish again.
    if (damage === null || !this.#table.hasRefs(id)) return;
    const aside = this.#rooms.asideFolder(`import-${id}`);
    const isOurs = (status: string) => this.#table.byId(id)?.status === status && !this.isBusy(repository_id);
    const goesOn = await this.#turn(repository_id, async () => {
      if (!isOurs('complete') || this.#repositories.isMoving(repository_id)) return false;
      // A renaming or a removal between the two looks is no damage.
      if ((await look(this.#get(id))) === null) return false;
      if (damage.isLossOfRefs && (await this.#isUsed(record, signal))) {
        this.#rooms.engineLog(
          'warning',
          `${record.owner}/${record.repo}: ${damage.text}. Somebody pushed there since; nothing was changed.`,
        );
        return false;
      }
      await noteDamage(this.#rooms, record, damage.text);
      this.#tell(id);
      this.#rooms.refuseLocked(repository_id);
      await putDamageAside(this.#rooms, record, aside, signal);
      this.#runs.forgetPrepared(id);
      this.#runs.makeStale(id);
      this.#begin(id);
      return true;
    });
    if (!goesOn) return;
    await this.#runs.settled(id);
    await this.#turn(repository_id, async () => {
      if (signal.aborted || !isOurs('error')) return;
      this.#rooms.logTable.append(id, [
        { level: 'warning', text: 'What was fetched before is damaged as well. Everything is fetched again.' },
      ]);
      await putDamageAside(this.#rooms, record, aside, signal);
      await this.#trash.discard(this.#rooms.folder(id), `import-${id}`);
      this.#table.replaceLargeFiles(id, []);
      // Authors stay with what a person made of them.
      this.#table.update(id, { fetched: null });
      this.#begin(id);
    });
  }

  /** Whether somebody else wrote into the repository of an import: what is missing there may be what they took away. */
  async #isUsed(record: ImportRecord, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#rooms.requireOwnRefs(record, signal);
      return false;
    } catch (error) {
      if (error instanceof Failure) return true;
      throw error;
    }
  }

  /** There is room again: goes on with what ended for a full disk, unless somebody did something with it since. */
  async #goOnWithRoom({ id, repository_id }: ImportRecord): Promise<void> {
    await this.#runs.settled(id);
    return this.#turn(repository_id, async () => {
      const record = this.#table.byId(id);
      if (record === undefined || !waitsForRoom(record) || this.isBusy(repository_id)) return;
      this.#rooms.refuseLocked(repository_id);
      this.#rooms.logTable.append(id, [
        { level: 'info', text: 'There is room on the disk again. The import goes on.' },
      ]);
      this.#begin(id);
    });
  }

  /** Whether an import of the repository works or waits to be released. */
  isBusy(repositoryId: number): boolean {
    const record = this.#table.ofRepository(repositoryId);
    if (this.#visits.isOpen(repositoryId)) return true;
    return record !== undefined && (this.#runs.isRunning(record.id) || isUnderWay(record));
  }

  /**
   * Starts an import into a repository, in place of an earlier one that has ended.
   * @throws ImportRunning, RepositoryLocked
   */
  start(repository: RepositoryRow, request: StartRequest): Promise<ImportRecord> {
    return this.#turn(repository.id, () => this.#start(repository, request));
  }

  async #start(repository: RepositoryRow, request: StartRequest): Promise<ImportRecord> {
    const { address, vcs } = request;
    this.#repositories.requireInPlace(repository);
    this.#rooms.refuseLocked(repository.id);
    let record = this.#table.ofRepository(repository.id);
    if (record !== undefined && this.isBusy(repository.id)) throw new ImportRunning(record);
    const start = {
      vcs,
      vcs_given: vcs !== null,
      vcs_url: address.url,
      status: 'detecting' as const,
      status_text: 'Starting...',
    };
    if (record === undefined) record = this.#table.insert(repository.id, start);
    else await this.#forget(record, address.url, vcs, request.tfvc_project);
    try {
      this.#runs.makeStale(record.id);
      this.#table.update(record.id, {
        ...start,
        ...this.#credentials.take(record.id, address.url, request.credentials),
        svn_root: request.svn_root ?? null,
        tfvc_project: request.tfvc_project ?? null,
        hold_before_push: request.hold_before_push ?? false,
        hold_for_new_authors: request.hold_for_new_authors ?? false,
        include_hidden_refs: request.include_hidden_refs ?? false,
        chosen_layout: request.layout ?? null,
        wishes: changedWishes(NO_WISHES, request.wishes),
        project_choices: [],
        started_by: request.credentials.accountId,
      });
      return this.#begin(record.id);
    } catch (error) {
      // Full in the middle: a row that says that it works, and nobody who does, could never be started again.
      const end = failureState(failureIn(this.#folder, error), 'detection', timestamp(), false);
      this.#table.end(record.id, end, () => this.#rooms.makeRoom());
      throw error;
    }
  }

  /**
   * Makes ready for a new start. Files of the same source stay, so that a fetch that can go on does;
   * what belongs to another source goes.
   */
  async #forget(record: ImportRecord, url: string, vcs: Vcs | null, project: string | undefined): Promise<void> {
    this.#runs.forgetPrepared(record.id);
    this.#table.update(record.id, { fetched: null });
    const isShared = sourceOf(record.vcs)?.fetchesAllProjects ?? false;
    const sameProject = isShared || !project || project === record.tfvc_project;
    if (record.vcs_url === url && (vcs === null || vcs === record.vcs) && sameProject) return;
    await this.#discardFetched(record);
    this.#table.update(record.id, { use_lfs: 'undecided' });
  }

  /** Removes everything that came from the source. */
  async #discardFetched(record: ImportRecord): Promise<void> {
    await this.#trash.discard(this.#rooms.folder(record.id), `import-${record.id}`);
    this.#rooms.authors.removeAll(record.id);
    this.#table.replaceLargeFiles(record.id, []);
    this.#table.update(record.id, { fetched: null, detected_layout: null, commit_count: null, authors_count: 0 });
  }

  /** Applies a change; without any the import begins anew from its last durable point. @throws RepositoryLocked */
  change(importId: number, repositoryId: number, request: ChangeRequest): Promise<ImportRecord> {
    return this.#turn(repositoryId, () => this.#apply(this.#existing(importId), request));
  }

  async #apply(record: ImportRecord, request: ChangeRequest): Promise<ImportRecord> {
    const { credentials, choice, ...settings } = request;
    const change: ImportChange = {};
    if (settings.hold_before_push !== undefined) change.hold_before_push = settings.hold_before_push;
    if (settings.include_hidden_refs !== undefined) change.include_hidden_refs = settings.include_hidden_refs;
    if (settings.layout !== undefined) change.chosen_layout = settings.layout;
    if (settings.wishes !== undefined) change.wishes = changedWishes(record.wishes, settings.wishes);
    if (choice !== undefined) Object.assign(change, this.#chosen(record, choice));
    const wishesMore = change.wishes !== undefined && !sameWishes(change.wishes, record.wishes);
    const nothing = Object.keys(change).length === 0 && credentials === undefined;
    const isRestart = nothing || (credentials !== undefined && choice === undefined);
    const again = isRestart ? this.#fetchAgain(record) : null;
    const released = record.waiting_for_release && change.hold_before_push === false;
    // Who is not known now is left as they are.
    if (released) change.hold_for_new_authors = false;
    // What was fetched is mapped anew, and published, without asking the source.
    const mapsAgain = (settings.layout !== undefined || wishesMore) && record.status === 'complete';
    const starts = nothing || credentials !== undefined || choice !== undefined || released || mapsAgain;
    if (starts) this.#rooms.refuseLocked(record.repository_id);
    if (credentials !== undefined)
      Object.assign(change, this.#credentials.take(record.id, record.vcs_url, credentials));
    if (Object.keys(change).length > 0) this.#table.update(record.id, change);
    const remaps = change.include_hidden_refs !== undefined || change.chosen_layout !== undefined || wishesMore;
    if (remaps || choice !== undefined) {
      this.#runs.makeStale(record.id);
    }
    const rootBefore = (record.chosen_layout ?? record.detected_layout)?.root;
    if (settings.layout !== undefined && settings.layout?.root !== rootBefore) await this.#listEverybody(record);
    if (starts) {
      await this.#runs.stop(record.id);
      if (again !== null) {
        this.#runs.forgetPrepared(record.id);
        this.#runs.makeStale(record.id);
        this.#table.update(record.id, { fetched: again });
      }
      const fetched = choice?.vcs === record.vcs ? sourceOf(record.vcs) : undefined;
      const isOther = fetched?.fetchesAllProjects === false && choice?.tfvc_project !== record.tfvc_project;
      if (isOther && record.tfvc_project !== null) await this.#discardFetched(record);
      return this.#beginAgain(record);
    }
    this.#tell(record.id);
    return this.#get(record.id);
  }

  /** Until the next mapping says who the authors of another project are. */
  async #listEverybody({ id, owner, repo }: ImportRecord): Promise<void> {
    const { authors } = this.#rooms;
    if (!(await keepMade(authors, id, null))) return;
    const count = authors.count(id);
    this.#table.countAuthors(id, count);
    this.#rooms.events.emit({ type: 'import.authors', owner, repo, import_id: id, count });
  }

  /** What a restart of an import that was complete once begins with; null where nothing of it is to be fetched again. */
  #fetchAgain({ status, fetched, vcs_url }: ImportRecord): ImportRecord['fetched'] {
    if (fetched === null || fetched.url !== vcs_url) return null;
    return status === 'complete' || fetched.again !== undefined ? { ...fetched, again: 'restart' } : null;
  }

  /**
   * Fetches what the source has since the import was complete, and publishes it.
   * @throws ImportRunning, RepositoryLocked
   */
  bringUpToDate(
    importId: number,
    repositoryId: number,
    request: {
      credentials: GivenCredentials;
      holdBeforePush: boolean;
      /** Whether it waits where new authors have no address and the people book does not know them. */
      holdForNewAuthors: boolean;
      confirmed: string | null;
      /** Where the source is now; null for where it was. */
      movedTo: string | null;
    },
  ): Promise<ImportRecord> {
    return this.#turn(repositoryId, async () => {
      const record = this.#existing(importId);
      this.#requireInPlace(repositoryId);
      this.#rooms.refuseLocked(repositoryId);
      if (record.status !== 'complete') throw new ImportRunning(record);
      await this.#keepResult(record, request.confirmed);
      const url = request.movedTo ?? record.vcs_url;
      const asked = request.credentials.credentials !== null || url !== record.vcs_url;
      this.#runs.forgetPrepared(importId);
      this.#runs.makeStale(importId);
      this.#table.update(importId, {
        ...(asked ? this.#credentials.take(importId, url, request.credentials) : {}),
        ...(url === record.vcs_url ? {} : { vcs_url: url, previous_url: record.vcs_url }),
        fetched:
          record.fetched === null
            ? null
            : {
                ...record.fetched,
                ...{ again: 'update', updating: true },
                new_authors: {
                  // Those of an update that came to nothing are still new.
                  after: record.fetched.new_authors?.after ?? this.#rooms.authors.idRange(importId).last,
                },
              },
        hold_before_push: request.holdBeforePush,
        hold_for_new_authors: request.holdForNewAuthors,
        started_by: request.credentials.accountId,
      });
      return this.#begin(importId);
    });
  }

  /** @throws InvalidRepository while its folder is on its way to another place */
  #requireInPlace(repositoryId: number): void {
    const repository = this.#repositories.byId(repositoryId);
    if (repository !== undefined) this.#repositories.requireInPlace(repository);
  }

  /** Keeps what the last good result is, to go back to: what is lost of it needs a person's word. */
  async #keepResult(record: ImportRecord, confirmed: string | null): Promise<void> {
    const since = record.finished_at ?? record.started_at;
    await writeUpdateRow(this.#rooms.folder(record.id), {
      ...{ since, started_at: record.started_at, status_text: record.status_text, confirmed },
      source_state: record.fetched?.source_state ?? null,
      ...{ vcs_url: record.vcs_url, previous_url: record.previous_url },
      remembered_credentials: record.remembered_credentials,
    });
    await rememberInThread(
      this.#rooms.refsPlace(record.id),
      { since, source_revisions: record.fetched?.commit_count ?? 0 },
      new AbortController().signal,
    );
  }

  /** Maps again. What an update had fetched that did not come through is taken up with it, and asks as the update would. */
  async #beginAgain(record: ImportRecord): Promise<ImportRecord> {
    const mayHaveMore = record.last_update !== null && sourceOf(record.vcs)?.fetchesAnew === false;
    if (record.status === 'complete' && mayHaveMore) await this.#keepResult(record, null);
    return this.#begin(record.id);
  }

  /**
   * Sets what becomes of large files, known or not yet. Applies at the next mapping; an import that has pushed
   * or is pushing maps and pushes again at once. @throws RepositoryLocked
   */
  chooseLfs(importId: number, repositoryId: number, choice: 'opt_in' | 'opt_out'): Promise<ImportRecord> {
    return this.#turn(repositoryId, async () => {
      const record = this.#existing(importId);
      if (record.use_lfs === choice) return record;
      const again = record.large_files_count > 0 && (record.status === 'complete' || record.status === 'pushing');
      if (again) this.#rooms.refuseLocked(record.repository_id);
      this.#table.update(record.id, { use_lfs: choice });
      this.#runs.makeStale(record.id);
      if (again) {
        await this.#runs.stop(record.id);
        return this.#beginAgain(record);
      }
      this.#tell(record.id);
      return this.#get(record.id);
    });
  }

  #chosen(record: ImportRecord, choice: NonNullable<ChangeRequest['choice']>): ImportChange {
    const { vcs, svn_root, tfvc_project } = choice;
    const layout = svn_root === null ? null : (sourceOf(vcs)?.layoutBefore(svn_root) ?? null);
    return {
      vcs,
      vcs_given: true,
      svn_root,
      tfvc_project,
      chosen_layout: null,
      ...(layout === null ? {} : { detected_layout: layout }),
      // Another system than the one fetched: nothing of it can be used.
      ...(record.vcs === vcs || record.fetched === null ? {} : { fetched: null }),
    };
  }

  /**
   * Stops an import and removes everything of it. What an import that was once complete published stays; an update is only
   * stopped, and the import is what it was before.
   */
  cancel(importId: number, repositoryId: number): Promise<void> {
    return this.#turn(repositoryId, async () => {
      const record = this.#existing(importId);
      await this.#runs.stop(importId);
      if (!(await this.#stoppedUpdate(record))) await this.#remove(record);
    });
  }

  /** Stops an import and removes everything of it, of an update too: its repository goes next. */
  remove(importId: number, repositoryId: number): Promise<void> {
    return this.#turn(repositoryId, async () => {
      await this.#runs.stop(importId);
      await this.#remove(this.#existing(importId));
    });
  }

  /** Whether it was an update that was stopped, of which only the stopping is to be told. */
  async #stoppedUpdate(record: ImportRecord): Promise<boolean> {
    if (await backToResult(this.#rooms, record.id, null)) {
      this.#runs.forgetPrepared(record.id);
      this.#runs.makeStale(record.id);
      this.#tell(record.id);
      return true;
    }
    if (readUpdateRow(this.#rooms.folder(record.id)) !== null && isUnderWay(this.#existing(record.id))) {
      // What it published is there, and the report speaks of what was before.
      const failure = Failure.of('update.stopped_late', {});
      this.#table.end(record.id, failureState(failure, 'push', timestamp(), false), () => this.#rooms.makeRoom());
      this.#tell(record.id);
      return true;
    }
    return false;
  }

  async #remove(record: ImportRecord): Promise<void> {
    const { status } = this.#existing(record.id);
    if (status !== 'complete' && !existsSync(this.#rooms.reportFiles(record).json)) await this.#unpublish(record);
    await this.#trash.discard(this.#rooms.folder(record.id), `import-${record.id}`, () =>
      this.#table.remove(record.id),
    );
    this.#credentials.forget(record.id);
    this.#runs.forget(record.id);
    const { owner, repo, id } = record;
    this.#rooms.events.emit({ type: 'import.removed', owner, repo, import_id: id });
  }

  /** Empties a repository into which an import that never completed has begun to write. */
  async #unpublish(record: ImportRecord): Promise<void> {
    if (!this.#table.hasRefs(record.id)) return;
    this.#rooms.refuseLocked(record.repository_id);
    const path = this.#rooms.repositoryPath(record);
    await this.#rooms.requireOwnRefs(record, new AbortController().signal);
    await this.#trash.discard(path, `emptied-${record.repository_id}`);
    await createBareRepository(path, 'main');
  }

  /** What an import of this address would find. Keeps nothing. */
  async detect(
    address: Address,
    vcs: Vcs | null,
    credentials: Credentials | null,
    signal: AbortSignal,
  ): Promise<DetectionResult> {
    const named = sourceOf(vcs);
    const sources = named === undefined ? sourcesFor(address.scheme) : [named];
    return this.#trash.withFolder('detection', (privateFolder) =>
      detect(address, sources, {
        ...{ credentials, signal, privateFolder },
        onProgress: () => undefined,
        onLog: () => undefined,
        onAuthors: () => undefined,
      }),
    );
  }

  /** Resolves when the import works no more: it has ended, failed, or waits. */
  async settled(importId: number): Promise<void> {
    await this.#runs.settled(importId);
  }

  /** At the start: removes what no row owns, and lets imports that were cut off go on. */
  async resume(): Promise<void> {
    await removeStrays(this.#folder, this.#rooms, this.#mayTidy);
    const hasPassword = (record: ImportRecord) => this.#credentials.of(record) !== null;
    for (const record of this.#table.all()) {
      if (!lacksPassword(record, hasPassword)) continue;
      // An update is asked for again; the import is what it was before.
      await backToResult(this.#rooms, record.id, Failure.of('import.cut_off', { url: record.vcs_url }));
    }
    for (const record of cutOff(this.#rooms, hasPassword)) {
      await clearWay(record, this.#rooms);
      this.#runs.launch(record, true);
    }
    for (const record of this.#table.all().filter(waitsForRoom)) {
      if (this.#rooms.mayWaitForRoom(record))
        this.#room.wait(roomName(record), () => this.#goOnWithRoom(record), { since: 0 });
      else {
        const failure = dataOf(Failure.of('disk.full', {}));
        this.#table.end(record.id, { failure }, () => undefined);
      }
    }
  }

  /** After the start: looks, beside all other work, whether what says that it is complete can be read. */
  lookAtComplete(): void {
    this.#looking.start();
    for (const { id, status } of this.#table.all()) if (status === 'complete') this.#strict.consider(id);
  }

  /** Stops all work. Rows stay as they are, so that the next start goes on. */
  async close(): Promise<void> {
    await Promise.all([this.#strict.close(), this.comparisons.close(), this.#runs.close(), this.#looking.close()]);
  }

  /** Writes the row of a beginning run, then launches it. */
  #begin(importId: number): ImportRecord {
    const record = this.#get(importId);
    const status = needsFetch(record) ? (record.vcs_given ? 'importing' : 'detecting') : 'mapping';
    this.#table.update(importId, {
      status,
      status_text: { importing: 'Importing...', detecting: 'Detecting...', mapping: 'Mapping branches and authors...' }[
        status
      ],
      waiting_for_release: false,
      failed_step: null,
      failure: null,
      last_update: null,
      unknown_host: null,
      ...(record.waiting_for_release ? {} : { started_at: timestamp() }),
      finished_at: null,
      // Rows of earlier versions do not say when: not before that run began.
      ...(record.fetched === null ? {} : { fetched: { at: record.started_at, ...record.fetched } }),
    });
    this.#tell(importId);
    this.#runs.launch(this.#get(importId));
    return this.#get(importId);
  }

  /** @throws ImportGone */
  #existing(importId: number): ImportRecord {
    const record = this.#table.byId(importId);
    if (record === undefined) throw new ImportGone();
    return record;
  }

  #get(importId: number): ImportRecord {
    return this.#table.byId(importId) as ImportRecord;
  }

  #tell(importId: number): void {
    const { owner, repo, status } = this.#get(importId);
    this.#rooms.events.emit({ type: 'import.changed', owner, repo, import_id: importId, status });
  }

  async #repositoryChanged(repositoryId: number, head: string | null): Promise<void> {
    const row = this.#repositories.byId(repositoryId);
    if (row === undefined) return;
    this.#repositories.pushed(row, {
      default_branch: head?.replace(/^refs\/heads\//, '') ?? row.default_branch,
      size_kb: await folderSizeKb(this.#repositories.path(row)),
    });
  }
}

const roomName = ({ owner, repo, id }: ImportRecord): string => `Import ${id} into ${owner}/${repo}`;

function waitsForRoom({ status, failure }: ImportRecord): boolean {
  return status === 'error' && failure?.key === ('disk.full_waits' satisfies FailureKey);
}
