/** The one place that decides what a caller reaches by a name: for single requests, for lists, and for work that goes on without one. */
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Reach } from '../store/reach.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Repositories } from './repositories.ts';

/** Who asks, and how far that reaches. */
export interface Asker {
  account: AccountRow;
  reach: Reach;
}

export type ReachedOwner = { kind: 'reached'; owner: AccountRow } | { kind: 'absent' } | SingleSignOn;
export type ReachedRepository =
  | { kind: 'reached'; repository: RepositoryRow }
  | { kind: 'absent' }
  /** It is there, and the asker is not to know. */
  | { kind: 'hidden' }
  | SingleSignOn;

/** The owner keeps tokens that were made with a password out. */
interface SingleSignOn {
  kind: 'single_sign_on';
  owner: AccountRow;
}

/** A person or an organization for whom the asker may have something done. */
export function reachOwner(accounts: Accounts, { account, reach }: Asker, login: string): ReachedOwner {
  const owner = accounts.byLogin(login);
  if (owner === undefined || !accounts.mayUse(account, owner.id)) return { kind: 'absent' };
  return keepsOut(owner, reach) ? { kind: 'single_sign_on', owner } : { kind: 'reached', owner };
}

/** A repository by its name. */
export function reachRepository(
  rooms: { accounts: Accounts; repositories: Pick<Repositories, 'byName'> },
  asker: Asker,
  name: { owner: string; repo: string },
): ReachedRepository {
  const repository = rooms.repositories.byName(name.owner, name.repo);
  return repository === undefined ? { kind: 'absent' } : reached(rooms.accounts, asker, repository);
}

/** A repository that was found otherwise. */
export function reached(accounts: Accounts, { account, reach }: Asker, repository: RepositoryRow): ReachedRepository {
  if (!accounts.mayUse(account, repository.owner_id)) return { kind: 'hidden' };
  if (repository.private === 1 && !reach.private) return { kind: 'hidden' };
  const owner = accounts.byId(repository.owner_id);
  if (owner !== undefined && keepsOut(owner, reach)) return { kind: 'single_sign_on', owner };
  return { kind: 'reached', repository };
}

function keepsOut(owner: AccountRow, reach: Reach): boolean {
  return owner.saml_enforced === 1 && reach.singleSignOn !== true && !reach.singleSignOn.includes(owner.id);
}
