/** Pushes of repositories to other Git servers: rows with a state, a percentage and a way to stop them. */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RememberedCredentials } from '../credentials/remembered-credentials.ts';
import type { EventHub } from '../events/event-hub.ts';
import { Throttle } from '../events/progress.ts';
import { dataOf, Failure, type FailureData, sentenceOf } from '../failures/failure.ts';
import { failureIn } from '../files/disk-failure.ts';
import { listRefs } from '../git/bare-repository.ts';
import type { Log } from '../log.ts';
import type { Patience } from '../network/patience.ts';
import { requireTrustedGit } from '../processes/installed-tools.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { readAddress } from '../sources/address.ts';
import { requireOutside } from '../sources/local/folder-addresses.ts';
import { saysUnknownHost, scanHostKeys } from '../ssh/host-keys.ts';
import type { LateWrites } from '../store/late-writes.ts';
import type { Store } from '../store/open.ts';
import { RecordedRefs } from '../store/recorded-refs.ts';
import { type PushChange, type RemotePushRow, RemotePushTable } from '../store/remote-pushes.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { DecisionNeeded, push, type WhenNotEmpty } from './push.ts';
import type { PushedToo } from './send.ts';

const PROGRESS_MS = 200;
/** Refs named in a message; the rest is counted. */
const NAMED = 3;

interface Running {
  repositoryId: number;
  abort: AbortController;
  done: Promise<void>;
}

export interface PushRequest {
  /** Free of passwords. */
  remoteUrl: string;
  accountId: number;
  /** Null to use what the account has remembered for the address. */
  credentials: Credentials | null;
  /** Whether the keychain is to keep them once the remote took them. */
  remember: boolean;
  whenNotEmpty: WhenNotEmpty;
  too: PushedToo;
}

export class RemotePushes {
  readonly #table: RemotePushTable;
  readonly #late: LateWrites;
  readonly #dataFolder: string;
  readonly #folder: string;
  readonly #repositories: Repositories;
  readonly #recordedRefs: RecordedRefs;
  readonly #events: EventHub;
  readonly #remembered: RememberedCredentials;
  readonly #log: Log;
  readonly #patience: Patience;
  readonly #running = new Map<number, Running>();

  constructor(
    dataFolder: string,
    store: Store,
    events: EventHub,
    repositories: Repositories,
    remembered: RememberedCredentials,
    log: Log,
    patience: Patience,
  ) {
    this.#patience = patience;
    this.#table = new RemotePushTable(store);
    this.#recordedRefs = new RecordedRefs(store);
    this.#late = store.late;
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, 'remote-pushes');
    this.#repositories = repositories;
    this.#events = events;
    this.#remembered = remembered;
    this.#log = log;
  }

  /** A push of this repository. */
  byId(repositoryId: number, id: number): RemotePushRow | undefined {
    return this.#table.byId(repositoryId, id);
  }

  isBusy(repositoryId: number): boolean {
    return [...this.#running.values()].some((running) => running.repositoryId === repositoryId);
  }

  /** At the start: pushes that were cut off cannot go on, as their passwords are gone. */
  reconcile(): void {
    if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true, force: true });
    this.#late.write(() => {
      const failed = this.#table.failRunning(dataOf(Failure.of('push.cut_off', {})));
      if (failed > 0) this.#log('warning', `${failed} pushes to remotes were cut off; they must be started again.`);
    });
  }

  /** Starts a push of all branches and tags. */
  start(repository: RepositoryRow, request: PushRequest): RemotePushRow {
    const row = this.#table.insert(repository.id, request.remoteUrl, 'Starting.');
    const abort = new AbortController();
    const done = this.#run(repository, row, request, abort.signal).finally(() => this.#running.delete(row.id));
    this.#running.set(row.id, { repositoryId: repository.id, abort, done });
    return row;
  }

  async #run(repository: RepositoryRow, row: RemotePushRow, request: PushRequest, signal: AbortSignal): Promise<void> {
    const tell = () => {
      const { owner, name } = repository;
      this.#events.emit({ type: 'remote_push.changed', owner, repo: name, remote_push_id: row.id });
    };
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
    const progress = new Throttle<string>(PROGRESS_MS, (status_text) =>
      write({ status: 'running', percent, status_text, failure: null }),
    );
    const privateFolder = join(this.#folder, String(row.id));
    let end: PushChange;
    try {
      mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
      await requireTrustedGit();
      await requireOutside(readAddress(row.remote_url), { dataFolder: this.#dataFolder, use: 'target' });
      await this.#requireRecorded(repository, signal);
      const target = await push({
        repositoryPath: this.#repositories.path(repository),
        remoteUrl: row.remote_url,
        credentials: request.credentials ?? this.#remembered.lookUp(request.accountId, row.remote_url),
        privateFolder,
        signal,
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
      const failure = await this.#keepCredentials(row, request);
      end = { status: 'complete', percent: 100, status_text: 'Done', failure, target };
    } catch (error) {
      end = await this.#failed(error, percent, signal, row);
    }
    await rm(privateFolder, { recursive: true, force: true }).catch((error: unknown) => {
      this.#log('error', `Push ${row.id}: ${privateFolder} could not be removed. ${String(error)}`);
    });
    progress.flush();
    if (end.status === 'complete') {
      // Told when it is on the disk, and not before.
      this.#late.write(() => {
        this.#table.update(row.id, end);
        tell();
      });
      return;
    }
    this.#table.end(row.id, end);
    tell();
  }

  /** @throws Failure when refs that an import wrote are lost: the remote would seem whole without them */
  async #requireRecorded(repository: RepositoryRow, signal: AbortSignal): Promise<void> {
    const refs = await listRefs(this.#repositories.path(repository), signal);
    const lost = await this.#recordedRefs.lost(repository.id, new Set(refs.map(({ name }) => name)));
    if (lost.length === 0) return;
    const [named, more] = [lost.slice(0, NAMED), lost.slice(NAMED).length];
    throw Failure.of('git.refs_lost', { repository: `${repository.owner}/${repository.name}`, refs: named, more });
  }

  /** @returns what to say when the keychain did not take them */
  async #keepCredentials(row: RemotePushRow, request: PushRequest): Promise<FailureData | null> {
    if (!request.remember || request.credentials === null) return null;
    try {
      await this.#remembered.keep(request.accountId, row.remote_url, request.credentials);
      return null;
    } catch (error) {
      this.#log('warning', `Push ${row.id}: the keychain refused. ${String(error)}`);
      return dataOf(Failure.of('push.password_not_remembered', {}));
    }
  }

  async #failed(error: unknown, percent: number, signal: AbortSignal, row: RemotePushRow): Promise<PushChange> {
    if (error instanceof DecisionNeeded) {
      const { target } = error;
      return { status: 'needs_decision', percent, status_text: 'A decision is needed', failure: dataOf(error), target };
    }
    const failure = failureIn(this.#dataFolder, error);
    const cancelled: PushChange = { status: 'cancelled', percent, status_text: 'Cancelled', failure: null };
    if (signal.aborted) return cancelled;
    this.#log('warning', `Push ${row.id} to ${row.remote_url}: ${sentenceOf(failure, 'push')} ${failure.detail}`);
    const said = dataOf(failure);
    if (failure.kind === 'auth') return { status: 'auth_failed', percent, status_text: 'Login failed', failure: said };
    let unknown_host: PushChange['unknown_host'] = null;
    try {
      if (saysUnknownHost(failure.detail)) unknown_host = await scanHostKeys(row.remote_url, signal);
    } catch {
      return cancelled;
    }
    return { status: 'error', percent, status_text: 'There was an error pushing', failure: said, unknown_host };
  }

  /** Stops a running push and everything that it started, within 2 s. What has arrived stays. */
  async cancel(id: number): Promise<void> {
    const running = this.#running.get(id);
    running?.abort.abort();
    await running?.done;
  }

  /** Resolves when the push works no more. */
  async settled(id: number): Promise<void> {
    await this.#running.get(id)?.done;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
  }
}
