/** Whether a source of a list may be imported where the list says: asked when it is read, when it is started, and at each turn. */
import type { Accounts } from '../../accounts/accounts.ts';
import { Failure } from '../../failures/failure.ts';
import {
  type Asker,
  type ReachedRepository,
  reached,
  reachOwner,
  reachRepository,
} from '../../repositories/reached.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import { type Address, readAddress } from '../../sources/address.ts';
import { folderRefusal } from '../../sources/local/folder-addresses.ts';
import type { Ground } from '../../sources/local/places.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { BatchEntryRow } from '../../store/import-batches.ts';
import type { Authority } from '../../store/reach.ts';
import type { RepositoryRow } from '../../store/repositories.ts';

export interface DecidingRooms {
  dataFolder: string;
  accounts: Accounts;
  repositories: Pick<Repositories, 'byId' | 'byName'>;
}

/** Who has the list imported, and with what of the account's rights. */
export interface ListAsker extends Asker {
  reach: Authority;
}

/** Where an entry goes: a repository, or a new one of an owner. */
export type Destination =
  | { repository: RepositoryRow; owner: AccountRow }
  | { repository: null; owner: AccountRow }
  | Failure;

/** @param known the repository of an earlier attempt, which may have another name by now */
export function destinationOf(
  { accounts, repositories }: DecidingRooms,
  asker: ListAsker,
  entry: { owner: string; repo: string; repository_id?: number | null },
): Destination {
  const earlier = entry.repository_id == null ? undefined : repositories.byId(entry.repository_id);
  // One in the trash is nowhere: nobody would see what comes into it, nor hear of its end.
  const known = earlier?.deleted_at == null ? earlier : undefined;
  const found: ReachedRepository =
    known === undefined ? reachRepository({ accounts, repositories }, asker, entry) : reached(accounts, asker, known);
  const owner = reachOwner(accounts, asker, known?.owner ?? entry.owner);
  // What one may not see is answered as if it were not there: first of the owner.
  if (owner.kind === 'absent') return Failure.of('list.no_owner', { login: entry.owner });
  if (found.kind === 'hidden') return Failure.of('list.name_taken', { repository: `${entry.owner}/${entry.repo}` });
  if (owner.kind === 'single_sign_on' || found.kind === 'single_sign_on') {
    return Failure.of('list.single_sign_on', { login: owner.owner.login });
  }
  if (found.kind === 'reached') return { repository: found.repository, owner: owner.owner };
  // As `POST /user/repos` and `POST /orgs/{org}/repos`: nobody makes repositories for another person.
  const isOwn = owner.owner.id === asker.account.id || owner.owner.type === 'Organization';
  return isOwn ? { repository: null, owner: owner.owner } : Failure.of('list.no_owner', { login: entry.owner });
}

/** Whether folders of this machine may be named: who may not is not told what lies there. */
export function mayNameFolders({ account, reach }: ListAsker): boolean {
  return account.site_admin === 1 && reach.folders;
}

/**
 * Why the caller may not import from an address; null where it may.
 * @param ground of many addresses at once: what `ownGround` found before them
 */
export function sourceRefusal(
  { dataFolder }: Pick<DecidingRooms, 'dataFolder'>,
  asker: ListAsker,
  address: Address,
  ground?: Ground,
): Promise<Failure | null> {
  const mayName = mayNameFolders(asker);
  return folderRefusal(address, { dataFolder, use: 'source', mayName, ...(ground && { ground }) });
}

/** Why an entry of a list may not be imported; null where it may. */
export async function entryRefusal(
  rooms: DecidingRooms,
  asker: ListAsker,
  entry: Pick<BatchEntryRow, 'vcs_url' | 'owner' | 'repo' | 'repository_id'>,
): Promise<Failure | null> {
  const destination = destinationOf(rooms, asker, entry);
  if (destination instanceof Failure) return destination;
  return sourceRefusal(rooms, asker, readAddress(entry.vcs_url));
}
