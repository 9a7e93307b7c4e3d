/** Restores of opened archives: one at a time, all or nothing, and brought to an end by the next start. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { EventHub } from '../../events/event-hub.ts';
import { Throttle } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, Failure, sentenceOf } from '../../failures/failure.ts';
import { failureIn } from '../../files/disk-failure.ts';
import type { Room } from '../../files/room.ts';
import type { Log } from '../../log.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import type { InspectionRow } from '../../store/inspections.ts';
import { isRefusedByDisk } from '../../store/late-writes.ts';
import type { Listing, ListRange } from '../../store/listing.ts';
import type { Store } from '../../store/open.ts';
import { releaseReserve } from '../../store/reserve.ts';
import { type RestoreRow, RestoreTable } from '../../store/restores.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import type { Inspections } from '../inspect/inspections.ts';
import { ReadingProgress } from '../reading-progress.ts';
import type { RecordsWriter } from '../records/records-writer.ts';
import { adopt } from './adopt.ts';
import { isWaiting, lackOf, TOO_LITTLE, waiting } from './full-disk.ts';
import { InvalidRestore, NOTHING_TO_CANCEL, notCarriedOut } from './invalid-restore.ts';
import { moveIntoPlace, removeStaging } from './publish.ts';
import type { PublishPlan, RestoreJob, RestoreMessage, RestoreResult } from './restore-job.ts';
import { removeStrays } from './strays.ts';

const MEMORY_MB = 1024;
const PROGRESS_MS = 100;
/** Time between tries on a full disk, in milliseconds. */
const AGAIN_MS = 2000;

const roomName = ({ id, archive_path }: RestoreRow): string => `Restore ${id} of ${archive_path}`;

export interface RestoreRooms {
  dataFolder: string;
  store: Store;
  repositories: Repositories;
  inspections: Inspections;
  records: RecordsWriter;
  events: EventHub;
  log: Log;
  /** For disks that are full for a while. */
  room: Room;
}

interface Running {
  id: number;
  inspectionId: number;
  abort: AbortController;
  progress: ReadingProgress;
  done: Promise<void>;
}

export class Restores {
  readonly #table: RestoreTable;
  readonly #rooms: RestoreRooms;
  #running: Running | null = null;
  #closing = false;
  #retry: NodeJS.Timeout | null = null;

  constructor(rooms: RestoreRooms) {
    this.#rooms = rooms;
    this.#table = new RestoreTable(rooms.store);
  }

  byId(id: number): RestoreRow | undefined {
    return this.#table.byId(id);
  }

  /** Restores, newest first. */
  list(range: ListRange): Listing<RestoreRow> {
    return { rows: this.#table.list(range), total: this.#table.count() };
  }

  /** All that wait or work, and the `limit` that ended last. */
  recent(limit: number): RestoreRow[] {
    return this.#table.recent(limit);
  }

  /** The last that brought a repository, by the `owner/name` that it was given. */
  lastOf(fullName: string): RestoreRow | undefined {
    return this.#table.lastOf(fullName);
  }

  /** A reading of one that waits or works; null otherwise. */
  live(row: RestoreRow): ArchiveProgress | null {
    if (row.state === 'restored' || row.state === 'failed') return null;
    if (this.#running?.id === row.id) return this.#running.progress.latest;
    if (row.state !== 'pending') return null;
    return new ReadingProgress('waiting', say('Waits for another restore to end.'), null).latest;
  }

  /** Whether a restore that waits or works needs the opened archive. */
  uses(inspectionId: number): boolean {
    if (this.#running?.inspectionId === inspectionId) return true;
    return this.#table.inState('pending').some((row) => row.inspection_id === inspectionId);
  }

  /** @throws InvalidRestore while the archive is not read, or a choice has a problem */
  async start(inspection: InspectionRow, accountId: number): Promise<RestoreRow> {
    const { inspections } = this.#rooms;
    if (inspection.state === 'failed') {
      throw new InvalidRestore('inspection_id', say('This archive could not be read, so it cannot be restored.'));
    }
    if (inspection.state === 'reading') {
      throw new InvalidRestore(
        'inspection_id',
        say('The archive is still being read. Start the restore when that has ended.'),
      );
    }
    const problems = await inspections.ask(inspection, 'choiceProblems', inspections.choicesOf(inspection));
    if (problems === null || problems > 0) {
      throw new InvalidRestore('choices', notCarriedOut(problems));
    }
    const row = this.#table.insert({
      guid: randomUUID(),
      account_id: accountId,
      inspection_id: inspection.id,
      archive_path: inspection.path,
    });
    this.#changed(row.id);
    this.#next();
    return this.#table.byId(row.id) ?? row;
  }

  /** Ends one that has not published yet: nothing of it stays. @throws InvalidRestore for any other */
  async cancel(row: RestoreRow): Promise<void> {
    const { state } = this.#table.byId(row.id) ?? row;
    if (state !== 'pending' && state !== 'restoring') {
      throw new InvalidRestore('state', NOTHING_TO_CANCEL[state]);
    }
    if (this.#running?.id === row.id) {
      this.#running.abort.abort();
      await this.#running.done;
      if (this.#table.byId(row.id)?.state === 'failed') return;
      throw new InvalidRestore('state', say('This restore was finished before it could be cancelled.'));
    }
    this.#table.finish(row.id, 'failed', dataOf(Failure.of('restore.cancelled', {})));
    this.#changed(row.id);
  }

  /** Begins the oldest one that waits. */
  #next(): void {
    if (this.#running !== null || this.#closing) return;
    const row = this.#table.inState('pending')[0];
    if (row === undefined) return;
    const abort = new AbortController();
    const progress = new ReadingProgress('reading', 'Starting.', null);
    const running: Running = {
      id: row.id,
      inspectionId: row.inspection_id ?? 0,
      abort,
      progress,
      done: Promise.resolve(),
    };
    this.#running = running;
    const ended = (goOn: boolean) => {
      this.#running = null;
      this.#changed(row.id);
      if (goOn) this.#next();
    };
    running.done = this.#run(row, running).then(
      () => ended(true),
      (error: unknown) => {
        // Not even its end could be written down: the next start rolls back what is left, and goes on.
        this.#rooms.log('error', `Restore ${row.id}: ${String(error)}`);
        ended(false);
      },
    );
  }

  async #run(row: RestoreRow, running: Running): Promise<void> {
    const report = new Throttle<ArchiveProgress>(PROGRESS_MS, (progress) =>
      this.#rooms.events.emit({ type: 'restore.progress', restore_id: row.id, progress }),
    );
    let published = false;
    try {
      this.#table.setState(row.id, 'restoring');
      this.#changed(row.id);
      await this.#work(row, running, report, () => {
        published = true;
      });
    } catch (error) {
      if (published) {
        // Its rows are there: the next start brings it to its end.
        this.#hindered(row, error);
        return;
      }
      await this.#rollBack(row, running.abort.signal.aborted ? null : error);
    } finally {
      report.flush();
    }
  }

  async #work(
    row: RestoreRow,
    running: Running,
    report: Throttle<ArchiveProgress>,
    onPublish: () => void,
  ): Promise<void> {
    const { dataFolder, store, inspections, records } = this.#rooms;
    const inspection = inspections.byId(row.inspection_id ?? 0);
    if (inspection === undefined) throw new InvalidRestore('inspection_id', say('The archive was closed meanwhile.'));
    const { signal } = running.abort;
    const job: RestoreJob = {
      dataFolder,
      guid: row.guid,
      inspectionId: inspection.id,
      archive: inspection.path,
      expected: { size: inspection.size, modifiedMs: inspection.modified_ms },
      indexFile: inspections.indexFile(inspection),
      staging: join(dataFolder, 'restores', row.guid),
    };
    const turn = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    try {
      const result = await runInWorker<RestoreJob, RestoreResult, RestoreMessage>(
        import.meta.url,
        './restore-worker',
        job,
        {
          signal,
          resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
          go: turn.promise,
          onMessage: (message) => {
            if (message.kind === 'reading') report.push(running.progress.read(message.reading, message.percent));
            // The records are this restore's until its rows are there, or it is rolled back.
            else {
              void records.exclusive(() => {
                turn.resolve();
                return ended.promise;
              });
            }
          },
        },
      );
      signal.throwIfAborted();
      const plan = await adopt(dataFolder, store, this.#table, row.id, result, signal);
      onPublish();
      ended.resolve();
      await this.#publish(row, plan);
    } finally {
      ended.resolve();
    }
  }

  /** Moves the staged folders and tells everybody. */
  async #publish(row: RestoreRow, plan: PublishPlan): Promise<void> {
    const { dataFolder } = this.#rooms;
    await moveIntoPlace(dataFolder, plan.moves);
    await removeStaging(dataFolder, row.guid);
    this.#table.finish(row.id, 'restored', null);
    this.#changed(row.id);
    this.#rooms.room.forget(roomName(row));
    for (const { owner, name } of plan.repositories) {
      this.#rooms.events.emit({ type: 'repository.changed', owner, repo: name });
    }
  }

  /** @param error null when it was cancelled, or the engine closes */
  async #rollBack(row: RestoreRow, error: unknown): Promise<void> {
    const { dataFolder, records, log } = this.#rooms;
    try {
      await removeStaging(dataFolder, row.guid);
      // Closing: the next start does the rest, and says so.
      if (this.#closing) return;
      await records.removeRestores([row.guid]);
    } catch (refusal) {
      const { kind } = asFailure(refusal);
      if (!isRefusedByDisk(refusal) && kind !== 'disk_full' && kind !== 'disk_failed') throw refusal;
      log('error', `Restore ${row.id}: what it leaves is removed by the next start. ${String(refusal)}`);
    }
    if (error === null) {
      this.#failed(row, Failure.of('restore.cancelled', {}));
      return;
    }
    const failure =
      error instanceof InvalidRestore
        ? Failure.of('restore.refused', { problem: error.said })
        : failureIn(dataFolder, error);
    const sentence = sentenceOf(failure, 'restore');
    log('warning', `Restore ${row.id} of ${row.archive_path}: ${sentence} ${failure.detail}`);
    // So that its end can be written down although the disk is full.
    if (failure.kind === 'disk_full' && failure.key !== TOO_LITTLE) releaseReserve(dataFolder);
    const waits = failure.kind === 'disk_full' && this.#rooms.room.takes(roomName(row));
    this.#failed(row, waits ? waiting(failure) : failure);
    if (waits) this.#waitForRoom(row, { lacks: lackOf(failure) });
  }

  /** @param space as in `Room.wait` */
  #waitForRoom(row: RestoreRow, space: { since?: number; lacks?: number }): void {
    const goOn = () => {
      const now = this.#table.byId(row.id);
      const isThere = this.#rooms.inspections.byId(row.inspection_id ?? 0) !== undefined;
      if (now?.state !== 'failed' || !isWaiting(now.failure) || this.#closing || !isThere) return undefined;
      this.#table.setState(row.id, 'pending');
      this.#changed(row.id);
      this.#next();
      return undefined;
    };
    this.#rooms.room.wait(roomName(row), goOn, space);
  }

  #failed(row: RestoreRow, failure: Failure): void {
    this.#table.failed(row.id, dataOf(failure));
    this.#changed(row.id);
    this.#next();
  }

  /**
   * At the start, before anybody looks at the repositories' folders: brings to an end what was published in part, and
   * removes everything of what was not, which begins again.
   */
  async recover(): Promise<void> {
    const { dataFolder, log } = this.#rooms;
    for (const row of this.#table.inState('publishing')) {
      try {
        await moveIntoPlace(dataFolder, (JSON.parse(row.plan ?? '{"moves":[]}') as PublishPlan).moves);
        await removeStaging(dataFolder, row.guid);
        this.#table.finish(row.id, 'restored', null);
        log(
          'warning',
          `Restore ${row.id} of ${row.archive_path} was cut off while it was published; it is complete now.`,
        );
      } catch (error) {
        this.#hindered(row, error);
      }
    }
    for (const row of this.#table.inState('restoring')) await this.#beginAgain(row);
    await removeStrays(this.#rooms, new Set(this.#table.inState('publishing').map(({ guid }) => guid)));
  }

  /** Removes what was staged and written for one that was cut off. On a full disk it waits until there is room. */
  async #beginAgain(row: RestoreRow): Promise<void> {
    const { dataFolder, records, log, inspections, store } = this.#rooms;
    const what = `Restore ${row.id} of ${row.archive_path} was cut off`;
    try {
      await removeStaging(dataFolder, row.guid);
      await records.removeRestores([row.guid]);
    } catch (error) {
      if (!isRefusedByDisk(error) && asFailure(error).kind !== 'disk_full') throw error;
      log('error', `${what}; it begins again when the disk takes it. ${String(error)}`);
      this.#retry ??= setTimeout(() => {
        this.#retry = null;
        if (!this.#closing) void this.#beginAgain(row).then(() => this.#next());
      }, AGAIN_MS).unref();
      return;
    }
    if (inspections.byId(row.inspection_id ?? 0) === undefined) {
      log('warning', `${what}; nothing of it was kept.`);
      this.#failed(row, Failure.of('restore.cut_off', {}));
      return;
    }
    log('warning', `${what}; nothing of it was kept. It begins again.`);
    store.late.write(() => {
      this.#table.setState(row.id, 'pending');
    });
  }

  /** Writes down why a restore that is half published waits for the next start. */
  #hindered(row: RestoreRow, error: unknown): void {
    const hindrance =
      error instanceof Failure ? error : Failure.of('restore.hindered', { path: this.#rooms.dataFolder });
    const sentence = sentenceOf(hindrance, 'restore');
    this.#rooms.log('error', `Restore ${row.id} of ${row.archive_path}: ${sentence} ${String(error)}`);
    this.#table.hindered(row.id, dataOf(hindrance));
    this.#changed(row.id);
  }

  /** At the start, after `recover`: goes on with those that wait, and makes records and repositories agree. */
  resume(): void {
    const { records, repositories, store } = this.#rooms;
    if (store.mayTidy) void records.keepOnly(repositories.recordsIds());
    for (const row of this.#table.inState('failed')) if (isWaiting(row.failure)) this.#waitForRoom(row, { since: 0 });
    this.#next();
  }

  /** Stops a restore that works; nothing of it stays. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  #changed(id: number): void {
    this.#rooms.events.emit({ type: 'restore.changed', restore_id: id });
  }
}
