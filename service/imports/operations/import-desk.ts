/** What all operations on imports work with: rows, runs, turns, and what a run needs of the engine. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { RememberedCredentials } from '../../credentials/remembered-credentials.ts';
import type { EventHub } from '../../events/event-hub.ts';
import type { Room } from '../../files/room.ts';
import { Trash } from '../../files/trash.ts';
import { isWaitingForRoom } from '../../files/waits-for-room.ts';
import { folderSizeKb, hasNoRefs } from '../../git/bare-repository.ts';
import type { Log } from '../../log.ts';
import type { Patience } from '../../network/patience.ts';
import type { PeopleBook } from '../../people-book/people-book.ts';
import type { IncomingPushes } from '../../repositories/incoming-pushes.ts';
import type { RepositoryLocks } from '../../repositories/locks.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import { requireOutside } from '../../sources/local/folder-addresses.ts';
import { timestamp } from '../../store/clock.ts';
import { AuthorTable } from '../../store/import-authors.ts';
import { ImportLogTable } from '../../store/import-log.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { ImportTable } from '../../store/imports.ts';
import type { Store } from '../../store/open.ts';
import { RecordedRefs } from '../../store/recorded-refs.ts';
import { releaseReserve } from '../../store/reserve.ts';
import { LARGE_FILE_BYTES } from '../../vocabulary/history.ts';
import { ImportGone } from '../requests.ts';
import { ImportCredentials } from '../run/import-credentials.ts';
import type { ImportRooms } from '../run/import-rooms.ts';
import { removeAsides } from '../run/put-aside.ts';
import { isUnderWay, needsFetch } from '../run/resume.ts';
import { Runs } from '../run/runs.ts';
import { Turns } from '../run/turns.ts';
import { Visits } from '../run/visits.ts';
import { WorkPlaces } from '../run/work-places.ts';
import { requireOwnRefsInThread } from '../steps/steps.ts';

/** What imports need of the engine. */
export interface EngineRooms {
  dataFolder: string;
  store: Store;
  events: EventHub;
  repositories: Repositories;
  peopleBook: PeopleBook;
  locks: Pick<RepositoryLocks, 'refuse'>;
  pushes: Pick<IncomingPushes, 'ended'>;
  remembered: RememberedCredentials;
  accounts: Pick<Accounts, 'byId' | 'mayUse'>;
  log: Log;
  /** For sources that go away for a while. */
  patience: Patience;
  /** For disks that are full for a while. */
  room: Room;
  /** Files with more bytes are large; for tests and measurements. */
  largeFileBytes?: number | undefined;
  /** Imports that work at the same time; as many as there are cores unless it is given. */
  importsAtOnce?: number | undefined;
}

/** What becomes of imports beside the operation that is under way. */
interface Followers {
  /** Everything was fetched. */
  fetched(record: ImportRecord): Promise<void>;
  /** There is room again on a disk that was full. */
  goOn(record: ImportRecord): Promise<void>;
}

export class ImportDesk {
  readonly table: ImportTable;
  readonly recordedRefs: RecordedRefs;
  readonly repositories: Repositories;
  readonly trash: Trash;
  /** For disks that are full for a while. */
  readonly room: Room;
  /** Folder of all imports; each has one in it. */
  readonly folder: string;
  /** Whether what no row owns may be removed. */
  readonly mayTidy: boolean;
  readonly credentials: ImportCredentials;
  readonly rooms: ImportRooms;
  readonly runs: Runs;
  readonly #turns = new Turns();
  readonly #visits = new Visits(this.#turns);

  constructor(engine: EngineRooms, followers: Followers) {
    const { dataFolder, store, repositories } = engine;
    this.table = new ImportTable(store);
    this.recordedRefs = new RecordedRefs(store);
    this.repositories = repositories;
    this.trash = new Trash(dataFolder);
    this.room = engine.room;
    this.folder = join(dataFolder, 'imports');
    this.mayTidy = store.mayTidy;
    this.credentials = new ImportCredentials(engine.remembered, this.table, (accountId, { repository_id }) => {
      const account = engine.accounts.byId(accountId);
      const repository = repositories.byId(repository_id);
      return account !== undefined && repository !== undefined && engine.accounts.mayUse(account, repository.owner_id);
    });
    this.rooms = this.#roomsOf(engine, followers);
    this.runs = new Runs(this.rooms, this.credentials);
  }

  #roomsOf(engine: EngineRooms, followers: Followers): ImportRooms {
    const { dataFolder, store, events, repositories, locks, pushes, room } = engine;
    const folder = (id: number) => join(this.folder, String(id));
    const damagedFolder = join(dataFolder, 'damaged');
    const refsPlace = (importId: number) => ({ dataFolder, importId, folder: folder(importId) });
    const repositoryPath = ({ owner, repo }: Pick<ImportRecord, 'owner' | 'repo'>) =>
      repositories.path({ owner, name: repo });
    return {
      imports: this.table,
      authors: new AuthorTable(store),
      logTable: new ImportLogTable(store),
      events,
      engineLog: engine.log,
      folder,
      damagedFolder,
      asideFolder: (name) => join(damagedFolder, `${name}-${Date.now()}`),
      repositoryPath,
      reportFiles: ({ owner, repo }) => repositories.reportFiles({ owner, name: repo }),
      refsPlace,
      requireOwnRefs: async (record, signal, broken) => {
        const path = repositoryPath(record);
        if (hasNoRefs(path)) return;
        await requireOwnRefsInThread(path, refsPlace(record.id), signal, broken);
      },
      requireSource: (address) => requireOutside(address, { dataFolder, use: 'source' }),
      refuseLocked: (id) => locks.refuse(id),
      pushesEnded: (id) => pushes.ended(id),
      repositoryChanged: (id, head) => this.#repositoryChanged(id, head),
      fetched: (record) => followers.fetched(record),
      logins: this.credentials.gate,
      credentialsProved: (record) => this.credentials.proved(record),
      credentialsRefused: (importId) => this.credentials.forget(importId),
      makeRoom: () => releaseReserve(dataFolder),
      mayWaitForRoom: (record) =>
        room.takes(roomName(record)) && (!record.credentials_used || this.credentials.has(record)),
      roomWasEnough: (record) => room.forget(roomName(record)),
      waitForRoom: (record) => room.wait(roomName(record), () => followers.goOn(record)),
      places: new WorkPlaces(engine.importsAtOnce),
      patience: engine.patience,
      largeFileBytes: engine.largeFileBytes ?? LARGE_FILE_BYTES,
      now: () => timestamp(),
    };
  }

  /** One operation on an import at a time; it interrupts who works on the repository meanwhile. */
  turn<Result>(repositoryId: number, work: () => Promise<Result>): Promise<Result> {
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
    const record = this.table.ofRepository(repositoryId);
    if (record !== undefined) await this.runs.settled(record.id);
    await this.rooms.pushesEnded(repositoryId);
    const isFree = () => {
      const now = this.table.ofRepository(repositoryId);
      return !signal.aborted && (now === undefined || !this.runs.isRunning(now.id));
    };
    return this.#visits.visit(repositoryId, signal, isFree, work);
  }

  /** Whether an import of the repository works or waits to be released. */
  isBusy(repositoryId: number): boolean {
    const record = this.table.ofRepository(repositoryId);
    if (this.#visits.isOpen(repositoryId)) return true;
    return record !== undefined && (this.runs.isRunning(record.id) || isUnderWay(record));
  }

  /**
   * Whether an import writes into the repository, or is about to. One that said that it is complete may still put files of its own away,
   * and who heard it pushes at once.
   */
  isWriting(repositoryId: number): boolean {
    if (this.#visits.isOpen(repositoryId)) return true;
    return this.table.ofRepository(repositoryId)?.status !== 'complete' && this.isBusy(repositoryId);
  }

  /** Writes the row of a beginning run, then launches it. */
  begin(importId: number): ImportRecord {
    const record = this.get(importId);
    const status = needsFetch(record) ? (record.vcs_given ? 'importing' : 'detecting') : 'mapping';
    this.table.update(importId, {
      status,
      status_text: {
        importing: say('Importing...'),
        detecting: say('Detecting...'),
        mapping: say('Mapping branches and authors...'),
      }[status],
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
    this.tell(importId);
    this.runs.launch(this.get(importId));
    return this.get(importId);
  }

  /** @throws ImportGone */
  existing(importId: number): ImportRecord {
    const record = this.table.byId(importId);
    if (record === undefined) throw new ImportGone();
    return record;
  }

  get(importId: number): ImportRecord {
    return this.table.byId(importId) as ImportRecord;
  }

  tell(importId: number): void {
    const { owner, repo, status } = this.get(importId);
    this.rooms.events.emit({ type: 'import.changed', owner, repo, import_id: importId, status });
  }

  async #repositoryChanged(repositoryId: number, head: string | null): Promise<void> {
    const row = this.repositories.byId(repositoryId);
    if (row === undefined) return;
    this.repositories.pushed(row, {
      default_branch: head?.replace(/^refs\/heads\//, '') ?? row.default_branch,
      size_kb: await folderSizeKb(this.repositories.path(row)),
    });
  }

  /** Removes everything that came from the source. */
  async discardFetched(record: ImportRecord): Promise<void> {
    await this.trash.discard(this.rooms.folder(record.id), `import-${record.id}`);
    await removeAsides(this.rooms, record.id);
    this.rooms.authors.removeAll(record.id);
    this.table.replaceLargeFiles(record.id, []);
    this.table.update(record.id, { fetched: null, detected_layout: null, commit_count: null, authors_count: 0 });
  }

  /** @throws InvalidRepository while its folder is on its way to another place */
  requireInPlace(repositoryId: number): void {
    const repository = this.repositories.byId(repositoryId);
    if (repository !== undefined) this.repositories.requireInPlace(repository);
  }
}

/** What people are told waits for room on the disk. */
export const roomName = ({ owner, repo, id }: ImportRecord): string => `Import ${id} into ${owner}/${repo}`;

/** Whether a full disk ended it, and it goes on by itself when there is room. */
export function waitsForRoom({ status, failure }: ImportRecord): boolean {
  return status === 'error' && isWaitingForRoom(failure);
}
