/** Pushes repositories that an update changed to those of their remotes that are to follow. */
import type { EventHub } from '../events/event-hub.ts';
import { stateOfRefs } from '../git/refs-state.ts';
import type { Log } from '../log.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { ITS_OWN, type PushAsker } from './may-push.ts';
import type { RemotePushes } from './remote-pushes.ts';
import type { Remotes } from './remotes.ts';

interface AfterUpdateRooms {
  events: EventHub;
  repositories: Repositories;
  remotes: Remotes;
  remotePushes: RemotePushes;
  log: Log;
  /** The repository of an import that is complete, and whose last update came through; null for any other. */
  updated(importId: number): number | null;
  /** Whether the account may still have the repository pushed to this address. */
  mayPush(asker: PushAsker, repository: RepositoryRow, remoteUrl: string): boolean;
}

/** Follows the ends of imports. An import says more than once that it is complete: each state of the refs is pushed once. */
export function pushAfterUpdates(rooms: AfterUpdateRooms): void {
  const begun = new Map<number, string>();
  rooms.events.subscribe((event) => {
    if (event.type !== 'import.changed' || event.status !== 'complete') return;
    const id = rooms.updated(event.import_id);
    if (id === null) return;
    void pushBehind(rooms, id, begun).catch((error: unknown) =>
      rooms.log('error', `${event.owner}/${event.repo} could not be pushed after its update. ${String(error)}`),
    );
  });
}

async function pushBehind(rooms: AfterUpdateRooms, repositoryId: number, begun: Map<number, string>): Promise<void> {
  const { remotes, repositories, remotePushes } = rooms;
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
    const refs = stateOfRefs(repositories.path(repository)).text;
    if (standing.state !== 'behind' || begun.get(remote.id) === refs) continue;
    begun.set(remote.id, refs);
    const request = {
      ...{ ...asker, remoteUrl: remote_url, credentials: null, remember: false },
      ...{ whenNotEmpty: 'ask' as const, too: { notes, deleted } },
    };
    remotePushes.startAll([{ repository, request }], false);
  }
}
