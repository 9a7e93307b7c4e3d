import type { Accounts } from '../accounts/accounts.ts';
import type { SignInDesk } from '../accounts/sign-in.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { Log } from '../log.ts';
import type { IncomingPushes } from '../repositories/incoming-pushes.ts';
import type { RepositoryLocks } from '../repositories/locks.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { RecordedRefs } from '../store/recorded-refs.ts';
import type { CloneTokens } from './clone-tokens.ts';

/** What the addresses of repositories need of the engine. */
export interface DoorRooms {
  dataFolder: string;
  accounts: Accounts;
  tokens: Tokens;
  signIn: SignInDesk;
  cloneTokens: CloneTokens;
  repositories: Repositories;
  locks: RepositoryLocks;
  pushes: IncomingPushes;
  recordedRefs: RecordedRefs;
  /** Whether an import works on the repository or waits to be released. */
  isImporting(repositoryId: number): boolean;
  log: Log;
}
