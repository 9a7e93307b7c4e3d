/** Whether somebody may have a repository pushed to an address: asked again where a push waited, for hours or days perhaps. */
import type { Accounts } from '../accounts/accounts.ts';
import { reached } from '../repositories/reached.ts';
import { readAddress } from '../sources/address.ts';
import type { Authority } from '../store/reach.ts';
import type { RepositoryRow } from '../store/repositories.ts';

/** Who asked for a push, and with what of the account's rights. */
export interface PushAsker {
  accountId: number;
  reach: Authority;
}

/** All that the account may. */
export const ITS_OWN: Authority = { private: true, singleSignOn: true, folders: true };

export function mayPush(
  accounts: Accounts,
  { accountId, reach }: PushAsker,
  repository: RepositoryRow,
  remoteUrl: string,
): boolean {
  const account = accounts.byId(accountId);
  if (account === undefined || reached(accounts, { account, reach }, repository).kind !== 'reached') return false;
  const isFolder = ['path', 'file'].includes(readAddress(remoteUrl).scheme);
  return !isFolder || (account.site_admin === 1 && reach.folders);
}
