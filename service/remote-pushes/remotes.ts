/** The remotes that repositories were pushed to, and how these stand to what the repositories have now. */
import type { EventHub } from '../events/event-hub.ts';
import { stateOfRefs } from '../git/refs-state.ts';
import type { Log } from '../log.ts';
import { runInWorker } from '../processes/workers.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { Store } from '../store/open.ts';
import { type PushedRow, type RemoteRow, RemoteTable } from '../store/remotes.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { pushedPrefixes } from './send.ts';
import type { Standing, StandingJob } from './standing.ts';

const UNKNOWN: Standing = { state: 'unknown', refs_behind: null, commits_behind: null, commits_pushed: null };

interface RemoteRooms {
  store: Store;
  repositories: Repositories;
  events: EventHub;
  log: Log;
}

export class Remotes {
  readonly #rooms: RemoteRooms;
  readonly #table: RemoteTable;
  readonly #closing = new AbortController();
  #last: Promise<void> = Promise.resolve();
  /** Standings by remote, each with the state of the refs for which it was counted. */
  readonly #counted = new Map<number, { refs: string; standing: Promise<Standing> }>();

  constructor(rooms: RemoteRooms) {
    this.#rooms = rooms;
    this.#table = new RemoteTable(rooms.store);
  }

  of(repositoryId: number): RemoteRow[] {
    return this.#table.ofRepository(repositoryId);
  }

  byId(repositoryId: number, id: number): RemoteRow | undefined {
    return this.#table.byId(repositoryId, id);
  }

  /** Keeps what a push left. Belongs into the transaction that tells of the push. */
  keep(row: PushedRow): void {
    this.#table.pushed(row);
    for (const { id, remote_url } of this.of(row.repository_id))
      if (remote_url === row.remote_url) this.#counted.delete(id);
  }

  /** @param accountId whose remembered credentials are used; null for no push after updates */
  pushAfterUpdate(repository: RepositoryRow, remote: RemoteRow, accountId: number | null): RemoteRow {
    this.#table.pushAfterUpdate(remote.id, accountId);
    this.#tell(repository);
    return this.byId(repository.id, remote.id) ?? remote;
  }

  /** Forgets a remote. What it has stays there. */
  forget(repository: RepositoryRow, remote: RemoteRow): void {
    this.#table.forget(remote.id);
    this.#counted.delete(remote.id);
    this.#tell(repository);
  }

  /** Counts on a worker thread, once for each state of the refs. Never throws: what cannot be read is unknown. */
  standing(repository: RepositoryRow, remote: RemoteRow): Promise<Standing> {
    const path = this.#rooms.repositories.path(repository);
    let refs: string;
    try {
      refs = stateOfRefs(path).text;
    } catch (error) {
      this.#rooms.log('warning', `The refs of ${repository.owner}/${repository.name} could not be read: ${error}`);
      return Promise.resolve(UNKNOWN);
    }
    const known = this.#counted.get(remote.id);
    if (known?.refs === refs) return known.standing;
    const standing = this.#count(path, remote).catch((error: unknown) => {
      this.#counted.delete(remote.id);
      if (!this.#closing.signal.aborted)
        this.#rooms.log('warning', `How far ${repository.owner}/${repository.name} was pushed is not known: ${error}`);
      return UNKNOWN;
    });
    this.#counted.set(remote.id, { refs, standing });
    return standing;
  }

  async #count(path: string, remote: RemoteRow): Promise<Standing> {
    const kept = this.#table.refsOf(remote.id);
    if (kept === null) return UNKNOWN;
    const { signal } = this.#closing;
    const job = { path, kept, prefixes: pushedPrefixes(remote) };
    // One after the other in one thread: dozens of remotes are no reason for dozens of threads.
    const count = this.#last.then(() =>
      runInWorker<StandingJob, Standing>(import.meta.url, './standing-worker', job, { signal }),
    );
    this.#last = count.then(
      () => undefined,
      () => undefined,
    );
    return count;
  }

  close(): void {
    this.#closing.abort();
  }

  #tell({ owner, name }: RepositoryRow): void {
    this.#rooms.events.emit({ type: 'remote.changed', owner, repo: name });
  }
}
