/** Pushes repositories that an update changed to those of their remotes that are to follow. */
import type { EventHub } from '../events/event-hub.ts';
import { stateOfRefs } from '../git/refs-state.ts';
import type { Log } from '../log.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { ITS_OWN, type PushAsker } from './may-push.ts';
import type { RemotePushes } from './remote-pushes.ts';
import type { Remotes } from './remotes.ts';
import { whyWithheld } from './withheld.ts';

/** What an update came to. */
interface Updated {
  repositoryId: number;
  /** Null where none was reached. */
  verdict: Verdict | null;
}

interface AfterUpdateRooms {
  events: EventHub;
  repositories: Repositories;
  remotes: Remotes;
  remotePushes: RemotePushes;
  log: Log;
  /** The repository of an import that is complete, and whose last update came through; null for any other. */
  updated(importId: number): Updated | null;
  /** Whether the account may still have the repository pushed to this address. */
  mayPush(asker: PushAsker, repository: RepositoryRow, remoteUrl: string): boolean;
}

/** Follows the ends of imports. An import says more than once that it is complete: each state of the refs is pushed once. */
export function pushAfterUpdates(rooms: AfterUpdateRooms): void {
  const begun = new Map<number, string>();
  rooms.events.subscribe((event) => {
    if (event.type !== 'import.changed' || event.status !== 'complete') return;
    const updated = rooms.updated(event.import_id);
    if (updated === null) return;
    void pushBehind(rooms, updated, begun).catch((error: unknown) =>
      rooms.log('error', `${event.owner}/${event.repo} could not be pushed after its update. ${String(error)}`),
    );
  });
}

async function pushBehind(rooms: AfterUpdateRooms, updated: Updated, begun: Map<number, string>): Promise<void> {
  const { remotes, repositories, remotePushes } = rooms;
  const { repositoryId } = updated;
  const withheld = whyWithheld(updated.verdict);
  for (const remote of remotes.of(repositoryId)) {
    const repository = repositories.byId(repositoryId);
    if (!remote.push_after_update || remote.account_id === null || repository === undefined) continue;
    const { notes, deleted, remote_url, account_id } = remote;
    const asker = { accountId: account_id, reach: ITS_OWN };
    if (!rooms.mayPush(asker, repository, remote_url)) {
      const name = `${repository.owner}/${repository.name}`;
      rooms.log('warning', `${name} is not pushed to ${remote_url} any more: who asked for it may not.`);
      continue;
    }
    const standing = await remotes.standing(repository, remote);
    // What was withheld is sent when it is found to be right.
    const state = `${withheld === null} ${stateOfRefs(repositories.path(repository)).text}`;
    if (standing.state !== 'behind' || begun.get(remote.id) === state) continue;
    begun.set(remote.id, state);
    const request = {
      ...{ ...asker, remoteUrl: remote_url, credentials: null, remember: false },
      ...{ whenNotEmpty: 'ask' as const, too: { notes, deleted }, withheld },
    };
    remotePushes.startAll([{ repository, request }], false);
  }
}
