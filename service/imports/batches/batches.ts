/** Lists of sources, imported one after the other, two at a time, with one author map. */

import { setImmediate as breathe } from 'node:timers/promises';
import type { EventHub } from '../../events/event-hub.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, Failure, sentenceOf } from '../../failures/failure.ts';
import type { Log } from '../../log.ts';
import { InvalidRepository } from '../../repositories/invalid-repository.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import { readAddress } from '../../sources/address.ts';
import { timestamp } from '../../store/clock.ts';
import {
  type BatchEntryRow,
  type BatchEntryState,
  type BatchRow,
  ImportBatchTable,
} from '../../store/import-batches.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Listing, ListRange } from '../../store/listing.ts';
import type { Store } from '../../store/open.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Imports } from '../imports.ts';
import { isUnderWay } from '../run/resume.ts';
import { checkList } from './check-list.ts';
import { entryState, SETTLED } from './entry-state.ts';
import { ListLogins } from './list-logins.ts';
import { ListTurns } from './list-turns.ts';
import { type DecidingRooms, destinationOf, entryRefusal, type ListAsker } from './may-import.ts';

/** Entries written or removed in one transaction: a few milliseconds. */
const ENTRIES_AT_ONCE = 250;

/** What a line says while its repository is in the trash. */
const THROWN_AWAY = 'list.repository_thrown_away';

/** A list that cannot be taken, or an operation that does not fit its state: a sentence. */
export class BatchRefused extends Failure {}

/** Who asks may not import what a line of the list names: a sentence. */
export class NotAllowed extends Failure {}

export interface BatchRooms extends DecidingRooms {
  store: Store;
  events: EventHub;
  repositories: Repositories;
  imports: Imports;
  log: Log;
}

export class ImportBatches {
  readonly #table: ImportBatchTable;
  readonly #turns: ListTurns;
  readonly #rooms: BatchRooms;
  readonly #logins = new ListLogins();
  #filling: Promise<void> = Promise.resolve();
  /** What nobody waits for but the end. */
  readonly #background = new Set<Promise<void>>();
  #closing = false;

  constructor(rooms: BatchRooms) {
    this.#rooms = rooms;
    this.#table = new ImportBatchTable(rooms.store);
    this.#turns = new ListTurns(this.#table);
    rooms.imports.onFetched = (record) => this.#mapAuthors(record);
    rooms.events.subscribe((event) => {
      if (event.type === 'import.changed' || event.type === 'import.removed') this.#follow(event);
      else if (event.type === 'repository.removed') this.#giveUpThrownAway();
      else if (event.type === 'repository.changed') this.#follow(event, THROWN_AWAY);
    });
  }

  byId(id: number): BatchRow | undefined {
    return this.#table.byId(id);
  }

  /** A list of the account; undefined also where something in it is beyond the reach. */
  seenBy({ account, reach }: ListAsker, id: number): BatchRow | undefined {
    return this.#table.seenBy(account.id, reach, id);
  }

  /** Lists of the account that hold nothing beyond the reach, newest first. */
  ofAccount({ account, reach }: ListAsker, range: ListRange): Listing<BatchRow> {
    return {
      rows: this.#table.ofAccount(account.id, reach, range),
      total: this.#table.countOfAccount(account.id, reach),
    };
  }

  /** What a list names, in its order; of one state, or all. */
  entries(batchId: number, range: ListRange, state: BatchEntryState | null = null): BatchEntryRow[] {
    return this.#table.entries(batchId, range, state);
  }

  /** How many entries of a list are in each state. */
  counts(batchId: number): Partial<Record<BatchEntryState, number>> {
    return this.#table.counts(batchId);
  }

  /** How many authors the map of a list names. */
  authorMapSize(batchId: number): number {
    return this.#table.authorMapSize(batchId);
  }

  /** At the start: what ran goes on, and what waits gets its turn. */
  resume(): void {
    for (const id of this.#table.unkept()) this.#inBackground(this.#clear(id));
    this.#giveUpThrownAway();
    for (const entry of this.#table.running()) {
      const record = this.#importOf(entry);
      if (record === undefined) this.#table.change(entry.id, { state: 'waiting' });
      else this.#inBackground(this.#read(entry, record));
    }
    this.#fill();
  }

  /**
   * Reads a list and keeps it, without starting it.
   * @param list `owner` is the login for sources that name none; `start` whether it is to be started next
   * @throws BatchRefused when nothing of it can be read, or nothing can be imported that is to be started
   */
  async create(
    asker: ListAsker,
    list: { name: string; text: string; owner: string; start: boolean },
  ): Promise<BatchRow> {
    const { imports, ...others } = this.#rooms;
    const { checked, problem } = await checkList(list, asker, { ...others, imports: imports.records });
    if (problem !== null) throw new BatchRefused(Failure.of('list.refused', { problem }));
    if (list.start && checked.every(({ entry }) => entry.state === 'refused')) {
      const first = checked[0]?.entry;
      const failure = first?.failure ?? Failure.of('list.nothing_left', {});
      throw new BatchRefused(
        Failure.of('list.nothing_importable', { line: first?.line ?? 0, failure: dataOf(failure) }),
      );
    }
    const id = this.#table.begin({ account_id: asker.account.id, name: list.name });
    this.#table.setAuthority(id, asker.reach);
    for (let at = 0; at < checked.length; at += ENTRIES_AT_ONCE) {
      const some = checked.slice(at, at + ENTRIES_AT_ONCE);
      const ids = this.#table.add(
        id,
        some.map(({ entry }) => entry),
      );
      for (const [index, entryId] of ids.entries()) {
        const given = some[index]?.credentials;
        if (given) this.#logins.give(id, entryId, given);
      }
      await breathe();
    }
    const batch = this.#table.keep(id);
    this.#tell(id);
    return batch;
  }

  /** The author map of every import of the list that is not mapped yet. */
  setAuthorMap(batch: BatchRow, map: readonly MapEntry[]): void {
    this.#table.setAuthorMap(batch.id, map);
    this.#tell(batch.id);
  }

  /**
   * @param holdForNewAuthors whether its imports wait where authors have no address and the people book does not know them
   * @throws BatchRefused when it was started before, nothing in it can be imported, or who starts it may not
   */
  async start(batch: BatchRow, asker: ListAsker, holdForNewAuthors = false): Promise<void> {
    if (batch.started_at !== null) throw new BatchRefused(Failure.of('list.started_already', {}));
    if ((this.#table.counts(batch.id).waiting ?? 0) === 0) {
      throw new BatchRefused(Failure.of('list.nothing_left', {}));
    }
    await this.#requireRights(batch, asker, ['waiting']);
    this.#table.start(batch.id, holdForNewAuthors);
    this.#tell(batch.id);
    this.#fill();
  }

  /** Takes what waits out of the queue. What runs goes on. */
  stop(batch: BatchRow): void {
    if (batch.started_at === null) return;
    this.#table.move(batch.id, 'waiting', 'stopped');
    this.#tell(batch.id);
  }

  /** Puts what failed or was stopped into the queue again. @returns how many. @throws BatchRefused for who may not */
  async tryAgain(batch: BatchRow, asker: ListAsker): Promise<number> {
    await this.#requireRights(batch, asker, ['failed', 'stopped']);
    this.#logins.forgive(batch.id);
    const moved = this.#table.move(batch.id, 'failed', 'waiting') + this.#table.move(batch.id, 'stopped', 'waiting');
    this.#tell(batch.id);
    this.#fill();
    return moved;
  }

  /** Asks of every entry what its own request would ask, and keeps with what rights the list goes on. @throws NotAllowed */
  async #requireRights(batch: BatchRow, asker: ListAsker, states: readonly BatchEntryState[]): Promise<void> {
    for (const entry of this.#table.inStates(batch.id, states)) {
      const failure = await entryRefusal(this.#rooms, asker, entry);
      if (failure !== null) throw new NotAllowed(Failure.of('list.line_refused', { line: entry.line, failure }));
    }
    this.#table.setAuthority(batch.id, asker.reach);
  }

  /** Forgets a list; its repositories and imports stay. @throws BatchRefused while it runs */
  async remove(batch: BatchRow): Promise<void> {
    const { waiting = 0, running = 0 } = this.#table.counts(batch.id);
    if (batch.started_at !== null && waiting + running > 0) {
      throw new BatchRefused(Failure.of('list.runs', {}));
    }
    this.#logins.forget(batch.id);
    this.#table.hide(batch.id);
    this.#tell(batch.id);
    await this.#clear(batch.id);
  }

  /** Removes a list that nobody sees any more, or never did. What a crash leaves is removed at the next start. */
  async #clear(id: number): Promise<void> {
    while (!this.#closing && !this.#table.clear(id, ENTRIES_AT_ONCE)) await breathe();
  }

  #inBackground(work: Promise<void>): void {
    const told = work
      .catch((error: unknown) => this.#rooms.log('error', `A list of imports could not be followed. ${String(error)}`))
      .finally(() => this.#background.delete(told));
    this.#background.add(told);
  }

  /** Begins no import any more. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#filling;
    await Promise.all(this.#background);
  }

  /** Starts imports until as many run as may; one filling after the other. */
  #fill(): void {
    this.#filling = this.#filling.then(async () => {
      while (!this.#closing) {
        const next = this.#turns.next();
        if (next === undefined) return;
        await this.#begin(next);
      }
    });
    this.#filling = this.#filling.catch((error: unknown) => {
      this.#rooms.log('error', `The queue of imports stopped. ${String(error)}`);
    });
  }

  async #begin(entry: BatchEntryRow): Promise<void> {
    this.#table.change(entry.id, { state: 'running', failure: null, started_at: timestamp(), finished_at: null });
    this.#tell(entry.batch_id);
    try {
      this.#logins.requireUnrefused(entry);
      const repository = await this.#repositoryFor(entry);
      this.#refuseTaken(entry, repository);
      this.#table.change(entry.id, { repository_id: repository.id });
      await this.#startImport(entry, repository);
    } catch (error) {
      const failure =
        error instanceof InvalidRepository ? Failure.of('list.refused', { problem: error.message }) : asFailure(error);
      this.#table.change(entry.id, { state: 'failed', failure: dataOf(failure), finished_at: timestamp() });
      this.#rooms.log('warning', `Line ${entry.line} of list ${entry.batch_id}: ${sentenceOf(failure, 'import')}`);
      this.#tell(entry.batch_id);
    }
  }

  /** Rights may have been taken away since the list was started. @throws Failure */
  async #repositoryFor(entry: BatchEntryRow): Promise<RepositoryRow> {
    const { repositories, accounts } = this.#rooms;
    const account = accounts.byId(this.#table.byId(entry.batch_id)?.account_id ?? 0);
    const isGone = entry.repository_id === null && accounts.byLogin(entry.owner) === undefined;
    if (account === undefined || isGone) {
      throw new BatchRefused(Failure.of('list.owner_gone', { login: entry.owner }));
    }
    const asker: ListAsker = { account, reach: this.#table.authority(entry.batch_id) };
    const refusal = await entryRefusal(this.#rooms, asker, entry);
    if (refusal !== null) throw refusal;
    const destination = destinationOf(this.#rooms, asker, entry);
    if (destination instanceof Failure) throw destination;
    return destination.repository ?? repositories.create(destination.owner, { name: entry.repo });
  }

  /** @throws BatchRefused when something else imports into the repository, or has done so */
  #refuseTaken(entry: BatchEntryRow, repository: RepositoryRow): void {
    const { imports } = this.#rooms;
    const before = imports.records.ofRepository(repository.id);
    const latest = this.#table.ofRepository(repository.id);
    const isAnothers = latest !== undefined && latest.id !== entry.id && latest.state === 'running';
    const isTaken =
      before !== undefined && (before.vcs_url !== entry.vcs_url || before.status === 'complete' || isUnderWay(before));
    if (isAnothers || isTaken) {
      const name = `${repository.owner}/${repository.name}`;
      throw new BatchRefused(Failure.of('list.other_import', { repository: name }));
    }
  }

  async #startImport(entry: BatchEntryRow, repository: RepositoryRow): Promise<void> {
    const { imports } = this.#rooms;
    const before = imports.records.ofRepository(repository.id);
    // What an earlier attempt fetched is used again.
    if (before !== undefined) {
      await imports.change(before.id, repository.id, {});
      return;
    }
    const batch = this.#table.byId(entry.batch_id);
    await imports.start(repository, {
      address: readAddress(entry.vcs_url),
      vcs: entry.vcs as Vcs | null,
      credentials: {
        accountId: batch?.account_id ?? repository.owner_id,
        credentials: this.#logins.of(entry),
        remember: false,
      },
      tfvc_project: entry.tfvc_project ?? undefined,
      hold_for_new_authors: batch?.hold_for_new_authors === 1,
    });
  }

  /** Before the branches are mapped: the list's authors. */
  async #mapAuthors(record: ImportRecord): Promise<void> {
    const entry = this.#table.ofRepository(record.repository_id);
    if (entry === undefined) return;
    const map = this.#table.authorMap(entry.batch_id);
    const accountId = this.#table.byId(entry.batch_id)?.account_id;
    if (map.length === 0 || accountId === undefined) return;
    // What a person gave an author is not taken back, by another try of the list or when a complete import is brought up to date.
    const over = entry.state === 'complete' ? 'nothing' : 'guesses';
    await this.#rooms.imports.authors.setByName(record, map, { by: 'list', accountId, over });
  }

  /** An import of a list changed its state, or was cancelled. @param only where its line says this */
  #follow({ owner, repo }: { owner: string; repo: string }, only?: string): void {
    const repository = this.#rooms.repositories.byName(owner, repo);
    const entry = repository && this.#table.ofRepository(repository.id);
    if (repository === undefined || entry === undefined || SETTLED.has(entry.state)) return;
    if (only !== undefined && entry.failure?.key !== only) return;
    const record = this.#rooms.imports.records.ofRepository(repository.id);
    if (record !== undefined) {
      this.#inBackground(this.#read(entry, record));
      return;
    }
    if (entry.state !== 'running' && entry.state !== 'needs_attention') return;
    const failure = dataOf(Failure.of('import.was_cancelled', {}));
    this.#table.change(entry.id, { state: 'failed', failure, finished_at: timestamp() });
    this.#tell(entry.batch_id);
    this.#fill();
  }

  /** What waits for a person in a repository that is gone: nobody can answer there. */
  #giveUpThrownAway(): void {
    for (const entry of this.#table.thrownAway()) {
      const failure = dataOf(Failure.of(THROWN_AWAY, { repository: `${entry.owner}/${entry.repo}` }));
      this.#table.change(entry.id, { state: 'failed', failure });
      this.#tell(entry.batch_id);
    }
  }

  async #read(entry: BatchEntryRow, record: ImportRecord): Promise<void> {
    const { state, failure } = entryState(record);
    this.#logins.note(entry, record);
    if (state === entry.state && state !== 'complete') return;
    const report = state === 'complete' ? await this.#reportOf(record) : null;
    this.#table.change(entry.id, {
      ...{ state, failure, vcs: record.vcs },
      finished_at: state === 'running' ? null : (record.finished_at ?? timestamp()),
      ...(report === null
        ? {}
        : {
            verified: report.verified ? 1 : 0,
            verdict: report.verdict ?? null,
            source_revisions: report.counts.source_revisions,
            commits: report.counts.commits,
          }),
    });
    this.#tell(entry.batch_id);
    if (state !== 'running') this.#fill();
  }

  async #reportOf(record: ImportRecord) {
    try {
      return await this.#rooms.imports.results.report(record);
    } catch (error) {
      this.#rooms.log('warning', `The report of import ${record.id} could not be read. ${String(error)}`);
      return null;
    }
  }

  #importOf(entry: BatchEntryRow): ImportRecord | undefined {
    return entry.repository_id === null ? undefined : this.#rooms.imports.records.ofRepository(entry.repository_id);
  }

  #tell(batchId: number): void {
    const accountId = this.#table.accountOf(batchId);
    if (accountId === undefined) return;
    this.#rooms.events.emit({ type: 'import_batch.changed', account_id: accountId, import_batch_id: batchId });
  }
}
