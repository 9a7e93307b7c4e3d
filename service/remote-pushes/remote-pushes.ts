/** Pushes of repositories to other Git servers: rows with a state, a percentage and a way to stop them. */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sentence, say } from '../../language/sentence.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { RememberedCredentials } from '../credentials/remembered-credentials.ts';
import type { EventHub } from '../events/event-hub.ts';
import { Throttle } from '../events/progress.ts';
import { dataOf, Failure, sentenceOf } from '../failures/failure.ts';
import { sayFailure } from '../failures/sentences.ts';
import { failureIn } from '../files/disk-failure.ts';
import { listRefs } from '../git/bare-repository.ts';
import type { Log } from '../log.ts';
import type { Patience } from '../network/patience.ts';
import { unlessAborted } from '../processes/bounded-waits.ts';
import { requireTrustedGit } from '../processes/installed-tools.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { readAddress } from '../sources/address.ts';
import { requireOutside } from '../sources/local/folder-addresses.ts';
import { saysUnknownHost, scanHostKeys } from '../ssh/host-keys.ts';
import type { LateWrites } from '../store/late-writes.ts';
import type { Store } from '../store/open.ts';
import type { Reach } from '../store/reach.ts';
import { RecordedRefs } from '../store/recorded-refs.ts';
import { type NamedPushRow, type PushChange, type RemotePushRow, RemotePushTable } from '../store/remote-pushes.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { HeldPushes } from './held-pushes.ts';
import { mayPush, type PushAsker } from './may-push.ts';
import { DecisionNeeded, type Pushed, push, type WhenNotEmpty } from './push.ts';
import { type PushLogin, PushLogins } from './push-logins.ts';
import { PushQueue } from './push-queue.ts';
import { encodeRefs } from './pushed-refs.ts';
import type { Remotes } from './remotes.ts';
import type { PushedToo } from './send.ts';

const PROGRESS_MS = 200;
/** Pushes of many repositories that run at once; one that a person started alone begins at once. */
const AT_ONCE = 2;
/** Refs named in a message; the rest is counted. */
const NAMED = 3;

interface Running {
  repositoryId: number;
  remoteUrl: string;
  abort: AbortController;
  done: Promise<void>;
}

interface Turn {
  signal: AbortSignal;
  /** Resolves when earlier pushes on the same way have ended. */
  before: Promise<unknown>;
}

export interface PushRequest extends PushAsker, PushLogin {
  /** Free of passwords. */
  remoteUrl: string;
  whenNotEmpty: WhenNotEmpty;
  too: PushedToo;
  /** Why it is not sent before a person asks for it. */
  withheld?: Failure | null;
}

interface PushRooms {
  dataFolder: string;
  store: Store;
  events: EventHub;
  accounts: Accounts;
  repositories: Repositories;
  remembered: RememberedCredentials;
  remotes: Remotes;
  log: Log;
  patience: Patience;
}

export class RemotePushes {
  readonly #table: RemotePushTable;
  readonly #late: LateWrites;
  readonly #dataFolder: string;
  readonly #folder: string;
  readonly #accounts: Accounts;
  readonly #repositories: Repositories;
  readonly #recordedRefs: RecordedRefs;
  readonly #events: EventHub;
  readonly #logins: PushLogins;
  readonly #log: Log;
  readonly #patience: Patience;
  readonly #store: Store;
  readonly #remotes: Remotes;
  readonly #running = new Map<number, Running>();
  readonly #queue = new PushQueue(AT_ONCE);
  readonly #held = new HeldPushes();
  #closing = false;

  constructor(rooms: PushRooms) {
    const { dataFolder, store, events, accounts, repositories, remembered, remotes, log, patience } = rooms;
    this.#accounts = accounts;
    this.#patience = patience;
    this.#store = store;
    this.#remotes = remotes;
    this.#table = new RemotePushTable(store);
    this.#recordedRefs = new RecordedRefs(store);
    this.#late = store.late;
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, 'remote-pushes');
    this.#repositories = repositories;
    this.#events = events;
    this.#logins = new PushLogins(remembered, log);
    this.#log = log;
  }

  /** A push of this repository. */
  byId(repositoryId: number, id: number): RemotePushRow | undefined {
    return this.#table.byId(repositoryId, id);
  }

  /** A push with its repository's name. */
  named(id: number): NamedPushRow | undefined {
    return this.#table.named(id);
  }

  /** Those of what an account sees that wait, run or ask, those that failed last, and the newest; newest first. */
  recent(accountId: number, reach: Reach, limits: { last: number; failed: number }): NamedPushRow[] {
    return this.#table.recent(accountId, reach, limits);
  }

  /** How many of what an account sees failed and were not tried again. */
  countFailed(accountId: number, reach: Reach): number {
    return this.#table.countFailed(accountId, reach);
  }

  isBusy(repositoryId: number): boolean {
    if (this.#queue.holds(repositoryId) || this.#held.holds(repositoryId)) return true;
    return [...this.#running.values()].some((running) => running.repositoryId === repositoryId);
  }

  /** At the start: pushes that were cut off, or waited, cannot go on by themselves, as their passwords are gone. */
  reconcile(): void {
    if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true, force: true });
    this.#late.write(() => {
      const failed = this.#table.failRunning(dataOf(Failure.of('push.cut_off', {})));
      if (failed > 0) this.#log('warning', `${failed} pushes to remotes were cut off; they must be started again.`);
    });
  }

  /** Starts a push of all branches and tags. @throws InvalidRepository when the repository was moved since it was read */
  start(repository: RepositoryRow, request: PushRequest): RemotePushRow {
    this.#repositories.requireInPlace(repository);
    this.#logins.forgive();
    const row = this.#insert(repository, request, { status: 'running', status_text: say('Starting.') });
    void this.#begin(repository, row, request);
    return row;
  }

  /**
   * Pushes many repositories, a few at a time.
   * @param isAsked whether a person asks for it, and for a login that was refused to be tried again
   * @returns their rows, in the order in which they were given
   * @throws InvalidRepository as `start`; then none is begun
   */
  startAll(pushes: readonly { repository: RepositoryRow; request: PushRequest }[], isAsked: boolean): RemotePushRow[] {
    for (const { repository } of pushes) this.#repositories.requireInPlace(repository);
    if (isAsked) this.#logins.forgive();
    const waiting = { status: 'waiting', status_text: say('Waits for other pushes to end.') } as const;
    // One transaction: each row by itself would be flushed by itself.
    const rows = this.#store.transaction(() =>
      pushes.map(({ repository, request }) => this.#insert(repository, request, waiting)),
    );
    for (const [index, { repository, request }] of pushes.entries()) {
      const row = rows[index] as RemotePushRow;
      this.#tell(repository, row.id);
      const begin = () => this.#begin(repository, row, request);
      const { accountId } = request;
      this.#queue.push({ id: row.id, repositoryId: repository.id, accountId, begin });
    }
    return rows.map((row) => this.byId(row.repository_id, row.id) ?? row);
  }

  /** As `start`, once the import into the repository is complete. @throws InvalidRepository as `start` */
  startAfterImport(repository: RepositoryRow, request: PushRequest): RemotePushRow {
    this.#repositories.requireInPlace(repository);
    this.#logins.forgive();
    const waiting = { status: 'waiting', status_text: say('Waits for the import to be complete.') } as const;
    const row = this.#insert(repository, request, waiting);
    this.#held.add({
      ...{ id: row.id, repositoryId: repository.id, accountId: request.accountId },
      begin: (withheld) => this.#begin(repository, row, { ...request, withheld }),
    });
    this.#tell(repository, row.id);
    return row;
  }

  /** @param withheld why what waited for the import is not sent all the same */
  importCompleted(repositoryId: number, withheld: Failure | null): void {
    for (const { begin, ...push } of this.#held.take(repositoryId))
      this.#queue.push({ ...push, begin: () => begin(withheld) });
  }

  importRemoved(repositoryId: number): void {
    for (const { id } of this.#held.take(repositoryId)) this.#cancelWaiting(id);
  }

  #insert(
    repository: RepositoryRow,
    { remoteUrl, too }: PushRequest,
    state: Pick<RemotePushRow, 'status' | 'status_text'>,
  ): RemotePushRow {
    return this.#table.insert({ repository_id: repository.id, remote_url: remoteUrl, too, ...state });
  }

  #begin(repository: RepositoryRow, row: RemotePushRow, request: PushRequest): Promise<void> {
    const abort = new AbortController();
    const { remote_url: remoteUrl } = row;
    // Both at once, each would find in its way what the other writes.
    const sameWay = [...this.#running.values()].filter(
      (other) => other.repositoryId === repository.id && other.remoteUrl === remoteUrl,
    );
    const before = Promise.all(sameWay.map(({ done }) => done));
    const done = this.#run(repository, row, request, { signal: abort.signal, before }).finally(() =>
      this.#running.delete(row.id),
    );
    this.#running.set(row.id, { repositoryId: repository.id, remoteUrl, abort, done });
    return done;
  }

  #tell({ owner, name }: RepositoryRow, id: number): void {
    this.#events.emit({ type: 'remote_push.changed', owner, repo: name, remote_push_id: id });
  }

  async #run(repository: RepositoryRow, row: RemotePushRow, request: PushRequest, turn: Turn): Promise<void> {
    const { signal, before } = turn;
    const tell = () => this.#tell(repository, row.id);
    const write = (change: PushChange) => {
      try {
        this.#table.update(row.id, change);
      } catch (error) {
        // A full disk must not end the engine.
        this.#log('error', `Push ${row.id}: its state could not be written. ${String(error)}`);
      }
      tell();
    };
    let percent = 0;
    const progress = new Throttle<Sentence>(PROGRESS_MS, (status_text) =>
      write({ status: 'running', percent, status_text, failure: null }),
    );
    const privateFolder = join(this.#folder, String(row.id));
    let used: Credentials | null = null;
    let end: PushChange;
    let pushed: (Pushed & { kept: Buffer }) | null = null;
    try {
      await unlessAborted(before, signal);
      const requireRight = () => this.#requireRight(repository, request);
      requireRight();
      if (request.withheld) throw request.withheld;
      mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
      await requireTrustedGit();
      await requireOutside(readAddress(row.remote_url), { dataFolder: this.#dataFolder, use: 'target' });
      await this.#requireRecorded(repository, signal);
      used = await unlessAborted(this.#logins.of(row.remote_url, request), signal);
      const sent = await push({
        repositoryPath: this.#repositories.path(repository),
        remoteUrl: row.remote_url,
        credentials: used,
        privateFolder,
        signal,
        requireRight,
        whenNotEmpty: request.whenNotEmpty,
        too: request.too,
        patience: this.#patience,
        pushedBefore: this.#table.wasPushed(repository.id, row.remote_url),
        asked: this.#table.question(repository.id, row.remote_url)?.seen ?? null,
        onProgress: (now, text) => {
          percent = Math.max(percent, now);
          progress.push(text);
        },
      });
      this.#logins.letIn(row.remote_url, used);
      const unkept = await this.#logins.keep(row, request);
      const failure = sent.lacking ?? unkept;
      pushed = { ...sent, kept: await encodeRefs(sent.refs) };
      end = { status: 'complete', percent: 100, status_text: say('Done'), failure, target: sent.target };
    } catch (error) {
      if (error instanceof DecisionNeeded) this.#logins.letIn(row.remote_url, used);
      end = await this.#failed(error, percent, signal, row);
      if (end.failure) this.#logins.failed(row.remote_url, used, end.failure);
    }
    await rm(privateFolder, { recursive: true, force: true }).catch((error: unknown) => {
      this.#log('error', `Push ${row.id}: ${privateFolder} could not be removed. ${String(error)}`);
    });
    progress.flush();
    if (pushed !== null) {
      const { refs, kept } = pushed;
      const { remote_url, repository_id } = row;
      const unwritten = Failure.of('push.not_written_down', { path: this.#dataFolder });
      const arrived = {
        status: 'running',
        percent: 100,
        status_text: sayFailure(unwritten, 'push'),
        failure: null,
      } as const;
      this.#table.endWhenWritten(row.id, arrived, () => {
        this.#store.transaction(() => {
          this.#table.update(row.id, end);
          // The repository cannot be removed while it is pushed.
          this.#remotes.keep({ repository_id, remote_url, ...request.too, refs_count: refs.length, refs: kept });
        });
        tell();
      });
      tell();
      return;
    }
    this.#table.end(row.id, end);
    tell();
  }

  /** Rights may have been taken away while the push waited. @throws Failure */
  #requireRight(pushed: RepositoryRow, request: PushRequest): void {
    const repository = this.#repositories.byId(pushed.id) ?? pushed;
    if (mayPush(this.#accounts, request, repository, request.remoteUrl)) return;
    throw Failure.of('push.right_gone', { repository: `${repository.owner}/${repository.name}` });
  }

  /** @throws Failure when refs that an import wrote are lost: the remote would seem whole without them */
  async #requireRecorded(repository: RepositoryRow, signal: AbortSignal): Promise<void> {
    const refs = await listRefs(this.#repositories.path(repository), signal);
    const lost = await this.#recordedRefs.lost(
      repository.id,
      refs.map(({ name }) => name),
    );
    if (lost.length === 0) return;
    const [named, more] = [lost.slice(0, NAMED), lost.slice(NAMED).length];
    throw Failure.of('git.refs_lost', { repository: `${repository.owner}/${repository.name}`, refs: named, more });
  }

  async #failed(error: unknown, percent: number, signal: AbortSignal, row: RemotePushRow): Promise<PushChange> {
    if (error instanceof DecisionNeeded) {
      const { target } = error;
      return {
        status: 'needs_decision',
        percent,
        status_text: say('A decision is needed'),
        failure: dataOf(error),
        target,
      };
    }
    const failure = failureIn(this.#dataFolder, error);
    const cancelled: PushChange = { status: 'cancelled', percent, status_text: say('Cancelled'), failure: null };
    if (signal.aborted && this.#closing)
      return {
        ...cancelled,
        status: 'error',
        status_text: say('Stopped'),
        failure: dataOf(Failure.of('push.cut_off', {})),
      };
    if (signal.aborted) return cancelled;
    this.#log('warning', `Push ${row.id} to ${row.remote_url}: ${sentenceOf(failure, 'push')} ${failure.detail}`);
    const said = dataOf(failure);
    if (failure.kind === 'auth')
      return { status: 'auth_failed', percent, status_text: say('Login failed'), failure: said };
    let unknown_host: PushChange['unknown_host'] = null;
    try {
      if (saysUnknownHost(failure.detail)) unknown_host = await scanHostKeys(row.remote_url, signal);
    } catch {
      return cancelled;
    }
    return { status: 'error', percent, status_text: say('There was an error pushing'), failure: said, unknown_host };
  }

  /** Stops a running push and everything that it started, within 2 s. What has arrived stays. */
  async cancel(id: number): Promise<void> {
    if (this.#queue.remove(id) || this.#held.remove(id)) this.#cancelWaiting(id);
    const running = this.#running.get(id);
    running?.abort.abort();
    await running?.done;
  }

  #cancelWaiting(id: number): void {
    this.#table.end(id, { status: 'cancelled', percent: 0, status_text: say('Cancelled'), failure: null });
    const row = this.#table.named(id);
    if (row !== undefined)
      this.#events.emit({ type: 'remote_push.changed', owner: row.owner, repo: row.repo, remote_push_id: id });
  }

  /** Resolves when the push works no more. */
  async settled(id: number): Promise<void> {
    await this.#running.get(id)?.done;
  }

  /** Stops what runs; what waits is told as cut off by the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#queue.close();
    this.#held.clear();
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
  }
}
