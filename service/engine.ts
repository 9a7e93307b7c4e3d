import type { Accounts } from './accounts/accounts.ts';
import type { Applications } from './accounts/applications.ts';
import type { SignInDesk } from './accounts/sign-in.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { TwoFactor } from './accounts/two-factor.ts';
import type { RememberedCredentials } from './credentials/remembered-credentials.ts';
import type { EventHub } from './events/event-hub.ts';
import type { CloneTokens } from './git-http/clone-tokens.ts';
import type { SourceArchiveAddresses } from './git-http/source-archive-addresses.ts';
import type { SourceArchives } from './git-http/source-archives.ts';
import type { ImportBatches } from './imports/batches/batches.ts';
import type { Imports } from './imports/imports.ts';
import type { Log } from './log.ts';
import type { Loopback } from './loopback/loopback.ts';
import type { Migrations } from './migrations/export/migrations.ts';
import type { Inspections } from './migrations/inspect/inspections.ts';
import type { Restores } from './migrations/restore/restores.ts';
import type { PeopleBook } from './people-book/people-book.ts';
import type { RateLimits } from './rate-limit/rate-limits.ts';
import type { RemotePushes } from './remote-pushes/remote-pushes.ts';
import type { Remotes } from './remote-pushes/remotes.ts';
import type { Facts } from './repositories/facts.ts';
import type { RepositoryLocks } from './repositories/locks.ts';
import type { Repositories } from './repositories/repositories.ts';
import type { Statistics } from './repositories/statistics/statistics.ts';
import type { Networking } from './settings/networking.ts';
import type { Settings } from './settings/settings.ts';
import type { Outlines } from './sources/outline/outlines.ts';
import type { KnownHosts } from './ssh/known-hosts.ts';
import type { UnderWayTable } from './store/under-way.ts';
import type { Upkeep } from './upkeep/upkeep.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The rooms of a running engine, as the API's routes use them. */
export interface Engine {
  dataFolder: string;
  version: string;
  log: Log;
  events: EventHub;
  accounts: Accounts;
  signIn: SignInDesk;
  tokens: Tokens;
  cloneTokens: CloneTokens;
  sourceArchives: SourceArchives;
  sourceArchiveAddresses: SourceArchiveAddresses;
  applications: Applications;
  twoFactor: TwoFactor;
  rateLimits: RateLimits;
  settings: Settings;
  networking: Networking;
  loopback: Loopback;
  /** Milliseconds since 1970. */
  now(): number;
  repositories: Repositories;
  facts: Facts;
  statistics: Statistics;
  remembered: RememberedCredentials;
  peopleBook: PeopleBook;
  knownHosts: KnownHosts;
  imports: Imports;
  importBatches: ImportBatches;
  outlines: Outlines;
  remotePushes: RemotePushes;
  remotes: Remotes;
  webhooks: Webhooks;
  locks: RepositoryLocks;
  migrations: Migrations;
  inspections: Inspections;
  restores: Restores;
  underWay: UnderWayTable;
  upkeep: Upkeep;
  /** Whether work on the repository runs that its removal would pull the floor from. */
  isBusy(repositoryId: number): boolean;
}

/** Those rooms of an engine that a part of the API is handed. */
export type Rooms<Name extends keyof Engine> = Pick<Engine, Name>;
