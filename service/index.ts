/** The engine's front door. */
import { join } from 'node:path';
import { Accounts } from './accounts/accounts.ts';
import { SignInDesk } from './accounts/sign-in.ts';
import { createApi } from './api/app.ts';
import type { TrustedIdentity } from './api/context.ts';
import type { Engine } from './engine.ts';
import { EventHub } from './event-hub.ts';
import type { EventListener } from './events.ts';
import { Imports } from './imports/imports.ts';
import { type Log, logToStderr } from './log.ts';
import { keepProcessRecordsIn, killOrphans } from './processes/groups.ts';
import { endIdleWorkers } from './processes/workers.ts';
import { RemotePushes } from './remote-pushes/remote-pushes.ts';
import { Repositories } from './repositories/repositories.ts';
import { openStore } from './store/open.ts';
import { keepReserve } from './store/reserve.ts';

export type { TrustedIdentity } from './api/context.ts';
export type { EventListener, GantryEvent } from './events.ts';
export type { Log } from './log.ts';

export interface ServiceOptions {
  /** Made when it does not exist. One process owns it at a time. */
  dataFolder: string;
  version?: string;
  log?: Log;
}

export interface Service {
  /**
   * Answers a request to `<any origin>/api/v3/...`. Never rejects.
   * @param identity who the caller vouches for (the window's session); then no Authorization header is read
   */
  fetch(request: Request, identity?: TrustedIdentity | null): Promise<Response>;
  events: { subscribe(listener: EventListener): () => void };
  /** The account that set the installation up; null before that. */
  ownerIdentity(): TrustedIdentity | null;
  /** First run without a form: makes the owner, unless there is one, and the organization, unless it exists. */
  setUp(first: { login: string; password: string; organization?: string | undefined }): Promise<void>;
  /** Ends all work and gives the data folder back. Running imports go on at the next start. */
  close(): Promise<void>;
}

/**
 * Starts the engine on a data folder.
 * @throws FolderInUse, FutureDatabase: both with a sentence for a person
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const log = options.log ?? logToStderr;
  const { dataFolder } = options;
  const store = openStore(dataFolder, log);
  keepReserve(dataFolder);
  const processRecords = join(dataFolder, 'processes');
  keepProcessRecordsIn(processRecords);
  for (const sentence of await killOrphans(processRecords)) log('warning', sentence);
  const events = new EventHub(log);
  const accounts = new Accounts(store);
  const repositories = new Repositories(dataFolder, store, events);
  await repositories.reconcile(log);
  const imports = new Imports(dataFolder, store, events, repositories, log);
  const remotePushes = new RemotePushes(dataFolder, store, events, repositories, log);
  remotePushes.reconcile();
  await imports.resume();
  const engine: Engine = {
    dataFolder,
    version: options.version ?? 'development',
    log,
    events,
    accounts,
    signIn: new SignInDesk(accounts),
    repositories,
    imports,
    remotePushes,
    isBusy: (id) => imports.isBusy(id) || remotePushes.isBusy(id),
  };
  const api = createApi(engine);

  return {
    fetch: (request, identity = null) => api(request, identity),
    events: { subscribe: (listener) => events.subscribe(listener) },
    ownerIdentity: () => {
      const owner = accounts.owner();
      return owner === undefined ? null : { login: owner.login };
    },
    setUp: async ({ login, password, organization }) => {
      const owner = accounts.owner() ?? (await accounts.setUp({ login, password }));
      if (organization === undefined || owner === null) return;
      if (accounts.table.byLogin(organization) !== undefined) return;
      accounts.createOrganization({ login: organization, name: null }, owner);
    },
    close: async () => {
      await Promise.all([imports.close(), remotePushes.close()]);
      await endIdleWorkers();
      store.close();
    },
  };
}
