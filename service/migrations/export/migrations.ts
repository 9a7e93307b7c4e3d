/** The operations on migrations: start, cancel, retry, unlock. One export runs at a time. */

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '../../../language/sentence.ts';
import { FairTurns } from '../../accounts/fair-turns.ts';
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { dataOf, Failure, sentenceOf } from '../../failures/failure.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { isWaitingForRoom, waitingForRoom } from '../../files/waits-for-room.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { timestamp } from '../../store/clock.ts';
import type { Listing, ListRange } from '../../store/listing.ts';
import { type MigrationChange, type MigrationRow, MigrationTable } from '../../store/migrations-table.ts';
import type { Reach } from '../../store/reach.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { releaseReserve } from '../../store/reserve.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import { Archives } from './archives.ts';
import { DownloadAddresses } from './download-address.ts';
import { exportedAt } from './expiry.ts';
import { ExportRun } from './export-run.ts';
import { exportJobOf } from './export-scope.ts';
import { MigrationLocks } from './migration-locks.ts';
import type { MigrationRooms } from './migration-rooms.ts';
import { NOT_FAILED, NOT_UNDER_WAY, roomName } from './migration-sentences.ts';
import { InvalidMigration, type StartRequest } from './requests.ts';
import { wantedRepositories } from './wanted-repositories.ts';
import { addLocks, ROWS_AT_ONCE, writeMigration } from './write-migration.ts';

export class Migrations {
  readonly #table: MigrationTable;
  readonly addresses: DownloadAddresses;
  readonly #rooms: MigrationRooms;
  readonly archives: Archives;
  #run: { row: MigrationRow; run: ExportRun; done: Promise<void> } | null = null;
  #closing = false;
  #isResumed = false;
  readonly #locking: MigrationLocks;
  readonly #turns = new FairTurns();

  constructor(rooms: MigrationRooms) {
    this.#rooms = rooms;
    this.#table = new MigrationTable(rooms.store);
    this.#locking = new MigrationLocks(rooms.locks);
    this.addresses = new DownloadAddresses(rooms.secrets, rooms.now);
    this.archives = new Archives({
      dataFolder: rooms.dataFolder,
      store: rooms.store,
      table: this.#table,
      log: rooms.log,
      now: () => rooms.now(),
      elapsed: () => rooms.elapsed(),
      change: (row, change) => this.#change(row, change),
      lost: (row) => this.#exportAgain(row),
      timestamp: () => this.#now(),
    });
  }

  /**
   * Starts a migration; with `lock_repositories` its repositories are locked when this resolves, for whoever asks the engine.
   * Where they are many, git itself is told in the background, before anything is exported.
   * @throws InvalidMigration; Failure when git cannot be told of the locks, and then nothing was started
   */
  async start(owner: AccountRow, startedBy: AccountRow, request: StartRequest): Promise<MigrationRow> {
    const { repositories } = this.#rooms;
    const wanted = await wantedRepositories(owner, request, {
      find: (names) => repositories.byNames(owner.login, names),
      isMoving: (repositoryId) => repositories.isMoving(repositoryId),
    });
    const id = await writeMigration(
      this.#rooms,
      this.#table,
      {
        guid: randomUUID(),
        owner_id: owner.id,
        started_by: startedBy.id,
        lock_repositories: request.lock_repositories,
        exclude_attachments: request.exclude_attachments,
        exclude: [...request.exclude],
        created_at: this.#now(),
      },
      wanted.map((row) => ({ id: row.id, full_name: `${row.owner}/${row.name}` })),
    );
    const refusal = request.lock_repositories ? await this.#lock(id, wanted.length) : null;
    if (refusal !== null) {
      this.#table.remove(id);
      throw refusal;
    }
    this.#tell(this.#get(id));
    this.#next();
    // Who heard it may ask for all of it, too.
    if (wanted.length > ROWS_AT_ONCE) await nextTurn();
    return this.#get(id);
  }

  /** @returns why not, where all was waited for; else the migration says it */
  async #lock(id: number, count: number): Promise<Failure | null> {
    let answered = false;
    let refusal: Failure | null = null;
    await this.#locking.lock(id, count, (error) => {
      if (error === null) {
        if (answered) this.#next();
        return;
      }
      if (this.#closing) return;
      const failure = Failure.of('export.not_locked', {}, String(error));
      if (!answered) refusal = failure;
      else if (this.#get(id).state === 'pending') {
        this.#rooms.log('error', `Migration ${id}: its repositories could not be locked. ${String(error)}`);
        this.#change(this.#get(id), { state: 'failed', failure: dataOf(failure) });
      }
    });
    answered = true;
    return refusal;
  }

  byId(id: number): MigrationRow | undefined {
    return this.#table.byId(id);
  }

  byGuid(guid: string): MigrationRow | undefined {
    return this.#table.byGuid(guid);
  }

  /** Whether somebody of this reach may see it: its archive holds its repositories. */
  isWithin(row: MigrationRow, reach: Pick<Reach, 'private'>): boolean {
    return this.#table.isWithin(row.id, reach);
  }

  /** What an account started, for itself or for organizations that it owns, newest first. */
  startedBy(accountId: number, reach: Reach, range: ListRange): Listing<MigrationRow> {
    return {
      rows: this.#table.startedBy(accountId, reach, range),
      total: this.#table.countStartedBy(accountId, reach),
    };
  }

  /** Of those, all that wait or work, and the `limit` that ended last. */
  recent(accountId: number, reach: Reach, limit: number): MigrationRow[] {
    return this.#table.recent(accountId, reach, limit);
  }

  /** Migrations of a person or an organization, newest first. */
  ofOwner(ownerId: number, reach: Pick<Reach, 'private'>, range: ListRange): Listing<MigrationRow> {
    return { rows: this.#table.ofOwner(ownerId, reach, range), total: this.#table.countOfOwner(ownerId, reach) };
  }

  /** Those that took a repository along and that this reach may see, newest first. */
  ofRepository(repositoryId: number, reach: Pick<Reach, 'private'>): MigrationRow[] {
    return this.#table.ofRepository(repositoryId, reach);
  }

  /** Full names of all its repositories, also of those that were removed since. */
  repositoryNames(id: number): string[] {
    return this.#table.repositoryNames(id);
  }

  /** Its repositories that are still there. */
  repositories(id: number, range: ListRange): Listing<RepositoryRow> {
    return {
      rows: this.#rooms.repositories.ofMigration(id, range),
      total: this.#table.countRepositories(id),
    };
  }

  /** A reading of a migration that waits or works; null for any other. */
  live(row: MigrationRow): ArchiveProgress | null {
    if (row.state === 'exporting' && this.#run?.row.id === row.id) return this.#run.run.latest;
    if (row.state !== 'pending' && row.state !== 'exporting') return null;
    const locking = this.#locking.statusText(row.id);
    const before = this.#run?.row;
    const reason =
      locking ??
      (before === undefined
        ? say('Waits to begin.')
        : before.owner_id === row.owner_id
          ? say('Waits for the export of migration {id} of {owner} to end.', { id: before.id, owner: before.owner })
          : // Whose it is may be nothing that who waits may know.
            say('Waits for another export to end.'));
    return { step: 'waiting', percent: 0, status_text: reason, bytes_done: 0, bytes_total: null, rate: null };
  }

  /** Whether an export reads the repository at this moment. */
  isExporting(repositoryId: number): boolean {
    const running = this.#run;
    if (running === null) return false;
    return this.#table.holds(running.row.id, repositoryId);
  }

  /**
   * Ends a migration that waits or works. Locks stay.
   * @throws InvalidMigration
   */
  async cancel(row: MigrationRow): Promise<MigrationRow> {
    const { state } = this.#get(row.id);
    if (state !== 'pending' && state !== 'exporting') {
      throw new InvalidMigration('state', 'unprocessable', NOT_UNDER_WAY[state](row.id));
    }
    if (this.#run?.row.id === row.id) {
      this.#run.run.abort();
      await this.#run.done;
    } else {
      this.#change(row, { state: 'failed', failure: dataOf(Failure.of('work.cancelled', {})) });
    }
    return this.#get(row.id);
  }

  /**
   * Lets a failed migration begin anew, with the same repositories and options; what could not be locked is locked again.
   * @throws InvalidMigration, Failure
   */
  async retry(row: MigrationRow): Promise<MigrationRow> {
    const { state, failure } = this.#get(row.id);
    if (state !== 'failed') {
      throw new InvalidMigration('state', 'unprocessable', NOT_FAILED[state](row.id));
    }
    const isUnlocked = failure?.key === ('export.not_locked' satisfies FailureKey);
    const ids = isUnlocked ? this.#table.repositoryIds(row.id) : [];
    if (isUnlocked) this.#rooms.store.transaction(() => addLocks(this.#rooms, row.id, ids, this.#now()));
    this.#change(row, { state: 'pending', failure: null });
    const refusal = isUnlocked ? await this.#lock(row.id, ids.length) : null;
    if (refusal !== null) {
      this.#change(row, { state: 'failed', failure: dataOf(refusal) });
      throw refusal;
    }
    this.#next();
    return this.#get(row.id);
  }

  /** Full names of the repositories that a migration still locks. */
  lockedRepositories(id: number): string[] {
    return this.#rooms.locks.namesOfMigration(id);
  }

  /** @param name of the repository, without its owner. @returns false when this migration does not lock it */
  async unlock(row: MigrationRow, name: string): Promise<boolean> {
    const lock = this.#rooms.locks.ofMigration(row.id).find((lock) => lock.name.toLowerCase() === name.toLowerCase());
    if (lock === undefined) return false;
    const removed = await this.#rooms.locks.unlock(lock);
    this.#tell(row);
    return removed;
  }

  async unlockAll(row: MigrationRow): Promise<void> {
    await this.#locking.unlockAll(row.id, () => this.#tell(row));
  }

  /** At the start: removes what a crash left, ends what has expired, and begins exports anew that were cut off. */
  async resume(): Promise<void> {
    const { log } = this.#rooms;
    this.#table.removeUnfinished();
    for (const row of this.#table.inState('exporting')) {
      this.#rooms.store.late.write(() => {
        this.#change(row, { state: 'pending' });
        // Not before what the crash left is removed: the folder of this one is among it.
        if (this.#isResumed) this.#next();
      });
      log('warning', `The export of migration ${row.id} of ${row.owner} was cut off; it begins anew.`);
    }
    await this.archives.resume();
    for (const row of this.#table.inState('failed')) {
      if (isWaitingForRoom(row.failure))
        this.#rooms.room.wait(roomName(row), () => this.#goOnWithRoom(row), { since: 0 });
    }
    this.#isResumed = true;
    this.#next();
  }

  /** What was exported is lost. Where all of it is locked since, nothing can have changed: it is exported again at once. */
  async #exportAgain({ id }: MigrationRow): Promise<void> {
    const row = this.#table.byId(id);
    const all = this.#table.repositories(id).length;
    const isLocked = this.#rooms.locks.namesOfMigration(id).length === all;
    if (row?.state === 'failed' && isLocked && !this.#closing) await this.retry(row);
  }

  /** Stops all work. A running export begins anew at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#run?.run.abort();
    await this.#locking.close();
    await this.#run?.done;
    await this.archives.close();
  }

  /** Begins the next export when none runs. */
  #next(): void {
    if (this.#run !== null || this.#closing) return;
    const ready = this.#table.inState('pending').filter(({ id }) => !this.#locking.isLocking(id));
    const next = this.#turns.next(
      ready.map((row) => ({ row, accountId: row.started_by })),
      [],
    );
    if (next === undefined) return;
    const { row } = next;
    const { events } = this.#rooms;
    const run = new ExportRun((progress) =>
      events.emit({ type: 'migration.progress', owner: row.owner, migration_id: row.id, progress }),
    );
    this.#run = { row, run, done: this.#export(row, run) };
  }

  async #export(row: MigrationRow, run: ExportRun): Promise<void> {
    const staging = join(this.archives.staging, row.guid);
    // The caller sees its row as it wrote it.
    await Promise.resolve();
    let end: MigrationChange | null;
    try {
      this.#change(row, { state: 'exporting' });
      const job = await exportJobOf(this.#rooms, this.#get(row.id), this.#table.repositories(row.id), {
        archivePath: this.archives.path(row),
        stagingFolder: staging,
      });
      end = exportedAt(
        this.#rooms.now(),
        await run.work(job, (level, text) => this.#rooms.log(level, `Migration ${row.id}: ${text}`)),
      );
    } catch (error) {
      end = this.#closing ? null : this.#failed(row, error);
    }
    await this.#clear(row, staging);
    const { store, room } = this.#rooms;
    const exported = end?.state === 'exported' ? end : null;
    if (exported !== null) {
      room.forget(roomName(row));
      // Told when it is on the disk, and not before.
      const isWritten = store.late.write(() => {
        this.#change(row, exported);
        this.archives.added();
        this.#ended();
      });
      if (!isWritten) run.wait(Failure.of('export.not_written_down', { path: this.#rooms.dataFolder }));
      return;
    }
    if (end !== null) {
      this.#table.end(row.id, end, this.#now());
      this.#tell(row);
      if (isWaitingForRoom(end.failure)) room.wait(roomName(row), () => this.#goOnWithRoom(row));
    }
    // Cancelled just when it had its name: no row will ever promise it.
    if (end?.state === 'failed') await this.#clear(row, this.archives.path(row));
    this.#ended();
  }

  #ended(): void {
    this.#run = null;
    this.#next();
  }

  /** Removes what is of no use any more. What a broken disk keeps is removed by the next start. */
  async #clear(row: MigrationRow, path: string): Promise<void> {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      this.#rooms.log('error', `Migration ${row.id}: ${path} could not be removed. ${String(error)}`);
    }
  }

  #failed(row: MigrationRow, error: unknown): MigrationChange {
    const failure = failureIn(this.#rooms.dataFolder, error);
    if (failure.kind === 'disk_full') releaseReserve(this.#rooms.dataFolder);
    const waits = failure.kind === 'disk_full' && this.#rooms.room.takes(roomName(row));
    if (failure.kind !== 'cancelled') {
      this.#rooms.log(
        'warning',
        `Migration ${row.id} of ${row.owner}: ${sentenceOf(failure, 'export')} ${failure.detail}`,
      );
    }
    return { state: 'failed', failure: dataOf(waits ? waitingForRoom(failure) : failure) };
  }

  /** There is room again: retries an export that ended for a full disk, unless somebody did. */
  async #goOnWithRoom(row: MigrationRow): Promise<void> {
    const now = this.#table.byId(row.id);
    if (now?.state === 'failed' && isWaitingForRoom(now.failure) && !this.#closing) await this.retry(now);
  }

  #change(row: MigrationRow, change: MigrationChange): void {
    this.#table.update(row.id, change, this.#now());
    this.#tell(row);
  }

  #get(id: number): MigrationRow {
    return this.#table.byId(id) as MigrationRow;
  }

  #tell({ owner, id }: MigrationRow): void {
    this.#rooms.events.emit({ type: 'migration.changed', owner, migration_id: id });
  }

  #now(): string {
    return timestamp(new Date(this.#rooms.now()));
  }
}
