import type { Accounts } from './accounts/accounts.ts';
import type { SignInDesk } from './accounts/sign-in.ts';
import type { EventHub } from './event-hub.ts';
import type { Imports } from './imports/imports.ts';
import type { Log } from './log.ts';
import type { RemotePushes } from './remote-pushes/remote-pushes.ts';
import type { Repositories } from './repositories/repositories.ts';

/** The rooms of a running engine, as the API's routes use them. */
export interface Engine {
  dataFolder: string;
  version: string;
  log: Log;
  events: EventHub;
  accounts: Accounts;
  signIn: SignInDesk;
  repositories: Repositories;
  imports: Imports;
  remotePushes: RemotePushes;
  /** Whether work on the repository runs that its removal would pull the floor from. */
  isBusy(repositoryId: number): boolean;
}
