/** The engine's front door. */
import { join } from 'node:path';
import { Accounts } from './accounts/accounts.ts';
import { Applications } from './accounts/applications.ts';
import { LoginAttempts } from './accounts/login-attempts.ts';
import { SecretBox } from './accounts/secret-box.ts';
import { settleKeyFile } from './accounts/secret-key-file.ts';
import { SignInDesk } from './accounts/sign-in.ts';
import { Tokens } from './accounts/tokens.ts';
import { TwoFactor } from './accounts/two-factor.ts';
import { createApi } from './api/app.ts';
import { eventFor } from './api/events.ts';
import { importPayload } from './api/organizations/hook-payload.ts';
import { Backups } from './backups/backups.ts';
import { RememberedCredentials } from './credentials/remembered-credentials.ts';
import { NO_VAULT } from './credentials/vault.ts';
import type { Engine } from './engine.ts';
import { EventHub } from './events/event-hub.ts';
import { asFailure } from './failures/as-failure.ts';
import { inLanguage, languageOf } from './failures/language.ts';
import { SaidError } from './failures/said-error.ts';
import { sayFailure } from './failures/sentences.ts';
import { failureIn } from './files/disk-failure.ts';
import { rememberDisk } from './files/own-disk.ts';
import { Room } from './files/room.ts';
import { CloneTokens } from './git-http/clone-tokens.ts';
import { GitDoor } from './git-http/git-door.ts';
import { SourceArchiveAddresses } from './git-http/source-archive-addresses.ts';
import { SourceArchives } from './git-http/source-archives.ts';
import { ImportBatches } from './imports/batches/batches.ts';
import { Cleaning } from './imports/cleaning/cleaning.ts';
import { Imports } from './imports/imports.ts';
import { logToStderr } from './log.ts';
import { Loopback } from './loopback/loopback.ts';
import { Migrations } from './migrations/export/migrations.ts';
import { Inspections } from './migrations/inspect/inspections.ts';
import { RecordsWriter } from './migrations/records/records-writer.ts';
import { readRecordsOf } from './migrations/records/repository-facts.ts';
import { Restores } from './migrations/restore/restores.ts';
import { type Patience, rest } from './network/patience.ts';
import { PeopleBook } from './people-book/people-book.ts';
import { closeInTurn } from './processes/close-in-turn.ts';
import { markProcessesFor } from './processes/engine-mark.ts';
import { lookAtGit } from './processes/look-at-git.ts';
import { killOrphans } from './processes/orphans.ts';
import { closeToOthers } from './processes/umask.ts';
import { watchOver } from './processes/watchdog.ts';
import { ALLOWANCES } from './rate-limit/categories.ts';
import { RateLimits } from './rate-limit/rate-limits.ts';
import { pushAfterImports } from './remote-pushes/after-imports.ts';
import { pushAfterUpdates } from './remote-pushes/after-updates.ts';
import { mayPush } from './remote-pushes/may-push.ts';
import { RemotePushes } from './remote-pushes/remote-pushes.ts';
import { Remotes } from './remote-pushes/remotes.ts';
import { Facts } from './repositories/facts.ts';
import { IncomingPushes } from './repositories/incoming-pushes.ts';
import { LeftBehind } from './repositories/left-behind.ts';
import { RepositoryLocks } from './repositories/locks.ts';
import { Repositories } from './repositories/repositories.ts';
import { Statistics } from './repositories/statistics/statistics.ts';
import type { Service, ServiceOptions } from './service.ts';
import { Networking } from './settings/networking.ts';
import { Settings } from './settings/settings.ts';
import { Outlines } from './sources/outline/outlines.ts';
import { KnownHosts } from './ssh/known-hosts.ts';
import { Checkpoints } from './store/checkpoints.ts';
import { isRefusedByDisk } from './store/late-writes.ts';
import { openStore } from './store/open.ts';
import { outliveRefusals } from './store/outlive-refusals.ts';
import { RateLimitTable } from './store/rate-limits.ts';
import { RecordedRefs } from './store/recorded-refs.ts';
import { holdReserve, makeRoomToWork } from './store/reserve.ts';
import { holdsSealed } from './store/sealed.ts';
import { UnderWayTable } from './store/under-way.ts';
import { Upkeep } from './upkeep/upkeep.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export type { Vault, VaultState } from './credentials/vault.ts';
export type { EventListener, GantryEvent } from './events/events.ts';
export type { Log } from './log.ts';
export type { Service, ServiceOptions } from './service.ts';
export { type Backup, listBackups } from './store/backup.ts';
export { InstallationUnsure } from './store/installation.ts';
export { restoreBackup } from './store/restore-backup.ts';
export { DamagedDatabase } from './store/whole-databases.ts';
export type { Sender, TrustedIdentity } from './vocabulary/callers.ts';

/**
 * Starts the engine on a data folder.
 * @throws SaidError, FolderNotOurs, FolderInUse, FutureDatabase and InstallationUnsure among them: each with a sentence for a person
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  try {
    return await start(options);
  } catch (error) {
    // As of a folder that was copied back as another user, or without the right to write.
    if (error instanceof SaidError || !(isRefusedByDisk(error) || asFailure(error).key === 'file.refused')) throw error;
    throw new SaidError(sayFailure(failureIn(options.dataFolder, error), 'work'), { cause: error });
  }
}

async function start(options: ServiceOptions): Promise<Service> {
  const log = options.log ?? logToStderr;
  const { dataFolder } = options;
  closeToOthers();
  makeRoomToWork(dataFolder);
  const store = openStore(dataFolder, log, { adopt: options.adopt === true, looked: (await options.looked) ?? [] });
  const forgetDisk = rememberDisk(dataFolder);
  const endReserve = holdReserve(dataFolder);
  const endNet = outliveRefusals(log);
  const endWatch = watchOver(markProcessesFor(dataFolder));
  for (const sentence of await killOrphans(dataFolder)) log('warning', sentence);
  const gitLook = lookAtGit(log);
  const events = new EventHub(log);
  const now = options.now ?? Date.now;
  const elapsed = options.elapsed ?? options.now ?? (() => performance.now());
  const accounts = new Accounts(store, options.passwordCost);
  const applications = new Applications(store);
  const tokens = new Tokens(store, applications);
  try {
    const note = settleKeyFile(join(dataFolder, 'secrets.key'), holdsSealed(store));
    if (note !== null) log('warning', note);
  } catch (error) {
    store.close();
    throw error;
  }
  const secrets = new SecretBox(dataFolder);
  const twoFactor = new TwoFactor(store, secrets, now, log);
  const signIn = new SignInDesk({
    accounts,
    tokens,
    twoFactor,
    attempts: new LoginAttempts(elapsed),
    elapsed,
    passwordCost: options.passwordCost,
  });
  const settings = new Settings(store);
  const rateLimits = new RateLimits(
    new RateLimitTable(store),
    { ...ALLOWANCES, ...options.allowances },
    now,
    () => events.emit({ type: 'rate_limit.changed' }),
    log,
  );
  const checkpoints = new Checkpoints(dataFolder, store, log);
  const room = new Room(dataFolder, log);
  const repositories = new Repositories(dataFolder, store, events);
  const records = new RecordsWriter(dataFolder, log);
  const inspections = new Inspections(dataFolder, store, events, log);
  const restores = new Restores({ dataFolder, store, repositories, inspections, records, events, log, room });
  // Before anybody looks for folders of repositories: a restore may have them still.
  await restores.recover();
  const lost = await repositories.reconcile(log);
  repositories.onRemoved = ({ records_id }) => {
    if (records_id !== null) void records.removeRepositories([records_id]);
  };
  const locks = new RepositoryLocks(store, repositories, events, log);
  await locks.reconcile();
  const leftBehind = new LeftBehind(repositories, locks, log);
  if (!store.wasClosed) await leftBehind.remove();
  const knownHosts = new KnownHosts(dataFolder);
  const remembered = new RememberedCredentials(dataFolder, options.vault ?? NO_VAULT, log, () =>
    events.emit({ type: 'settings.changed' }),
  );
  const peopleBook = new PeopleBook({ store, dataFolder, events });
  // Before anybody talks to a server.
  const networking = new Networking({
    ...{ dataFolder, settings, remembered, log },
    ownerId: () => accounts.owner()?.id ?? null,
  });
  await networking.recall();
  const patience: Patience = {
    limitMs: () => networking.values.wait_minutes * 60_000,
    elapsed,
    wait: options.wait ?? rest,
  };
  const pushes = new IncomingPushes();
  const imports = new Imports({
    ...{
      dataFolder,
      store,
      events,
      accounts,
      repositories,
      peopleBook,
      locks,
      pushes,
      remembered,
      log,
      patience,
      room,
    },
    largeFileBytes: options.largeFileBytes,
    importsAtOnce: options.importsAtOnce,
  });
  const remotes = new Remotes({ store, repositories, events, log });
  const remotePushes = new RemotePushes({
    ...{ dataFolder, store, events, accounts, repositories, remembered, remotes, log, patience },
  });
  remotePushes.reconcile();
  pushAfterImports({
    ...{ events, remotePushes },
    repositoryOf: (owner, repo) => repositories.byName(owner, repo)?.id,
    verdictOf: (importId) => imports.records.byId(importId)?.verdict ?? null,
  });
  pushAfterUpdates({
    ...{ events, repositories, remotes, remotePushes, log },
    updated: (importId) => {
      const record = imports.records.byId(importId);
      if (record?.status !== 'complete' || record.last_update !== null) return null;
      return { repositoryId: record.repository_id, verdict: record.verdict };
    },
    mayPush: (asker, repository, remoteUrl) => mayPush(accounts, asker, repository, remoteUrl),
  });
  const migrations = new Migrations({
    ...{ dataFolder, store, accounts, repositories, locks, secrets, events, log, room, now, elapsed },
    publishing: () => imports.records.publishing(),
  });
  const importBatches = new ImportBatches({ dataFolder, store, events, accounts, repositories, imports, log });
  for (const repository of lost) await imports.noteLost(repository);
  await imports.resume();
  importBatches.resume();
  await migrations.resume();
  await inspections.resume();
  restores.resume();
  const facts = new Facts({
    ...{ store, repositories, events, log },
    readRecords: (id, signal) => readRecordsOf(dataFolder, id, signal),
  });
  facts.start();
  const statistics = new Statistics({ store, repositories, events, log });
  const cleaning = new Cleaning({ store, repositories, imports, log });
  cleaning.start();
  imports.lookAtComplete();
  migrations.archives.lookAtAll();
  if (store.wasClosed) leftBehind.removeMeanwhile();
  const backups = new Backups({ dataFolder, log, now });
  backups.start();
  const cloneTokens = new CloneTokens({ secrets, accounts, tokens, now });
  const door = new GitDoor({
    recordedRefs: new RecordedRefs(store),
    ...{ dataFolder, accounts, tokens, signIn, cloneTokens, repositories, locks, pushes, log },
    isImporting: (id) => imports.isWriting(id),
  });
  const isBusy = (id: number) =>
    [imports, remotePushes, pushes].some((work) => work.isBusy(id)) ||
    migrations.isExporting(id) ||
    repositories.isMoving(id);
  const outlines = new Outlines(join(dataFolder, 'trash'));
  const upkeep = new Upkeep({ dataFolder, store, repositories, isBusy, events, log, now });
  const engine: Engine = {
    dataFolder,
    version: options.version ?? 'development',
    log,
    events,
    accounts,
    signIn,
    tokens,
    cloneTokens,
    sourceArchives: new SourceArchives(),
    sourceArchiveAddresses: new SourceArchiveAddresses(secrets, now),
    applications,
    twoFactor,
    rateLimits,
    settings,
    networking,
    loopback: new Loopback(
      options.loopback === true,
      {
        fetch: (request, identity, sender) => api(request, identity, sender),
        answer: (incoming, outgoing, sender) => door.answer(incoming, outgoing, sender),
      },
      () => events.emit({ type: 'settings.changed' }),
    ),
    now,
    repositories,
    facts,
    statistics,
    remembered,
    peopleBook,
    knownHosts,
    imports,
    importBatches,
    outlines,
    remotePushes,
    remotes,
    webhooks: new Webhooks({
      ...{ store, events, secrets, log, now, elapsed },
      // Whoever reads it is another program, not the one whose request began the import.
      describe: (ending) => inLanguage('program', () => importPayload(engine, ending)),
    }),
    locks,
    migrations,
    inspections,
    restores,
    underWay: new UnderWayTable(store),
    upkeep,
    isBusy,
  };
  const answer = createApi(engine);
  const api: typeof answer = (request, identity, sender) => {
    if (request.method === 'DELETE') makeRoomToWork(dataFolder);
    return answer(request, identity, sender);
  };
  await engine.loopback.follow(settings.values.loopback);
  engine.webhooks.start();

  return {
    // The window's own requests say which language it speaks; the API over HTTP is for programs.
    fetch: (request, identity = null, sender = null) =>
      inLanguage(identity === null ? 'program' : languageOf(request.headers), () => api(request, identity, sender)),
    answer: (incoming, outgoing, sender) => door.answer(incoming, outgoing, sender),
    events: {
      subscribe: (listener) => events.subscribe(listener),
      follow: (listener, hearer) =>
        events.subscribe((event) => {
          const asked = hearer();
          const heard = asked && inLanguage(asked.language ?? 'program', () => eventFor(engine, event, asked));
          if (heard !== null) listener(heard);
        }),
    },
    underWay: () => [
      ...engine.underWay.keys(),
      ...imports.comparisons
        .all()
        .flatMap(({ importId, comparison }) => (comparison.state === 'running' ? [`comparison:${importId}`] : [])),
    ],
    archivePath: (guid) => {
      const row = migrations.byGuid(guid);
      return row === undefined ? null : migrations.archives.find(row);
    },
    ownerIdentity: () => {
      const owner = accounts.owner();
      return owner === undefined ? null : { login: owner.login };
    },
    setUp: async ({ login, password, organization }) => {
      const owner = accounts.owner() ?? (await accounts.setUp({ login, password }));
      if (organization === undefined || owner === null) return;
      if (accounts.byLogin(organization) !== undefined) return;
      accounts.createOrganization({ login: organization, name: null }, owner);
    },
    close: async () => {
      room.close();
      const { loopback, sourceArchives, webhooks } = engine;
      // On a disk that takes nothing any more the others are closed nevertheless, and the folder is given back.
      await closeInTurn(log, [
        [
          checkpoints,
          importBatches,
          outlines,
          cleaning,
          backups,
          upkeep,
          door,
          sourceArchives,
          facts,
          leftBehind,
          remotes,
          statistics,
          gitLook,
        ],
        [loopback, imports, remotePushes, migrations],
        [restores, webhooks],
        [inspections, records],
        [{ close: endWatch }, { close: endReserve }, { close: endNet }, rateLimits],
        [store],
        [{ close: forgetDisk }],
      ]);
    },
  };
}
