/**
 * Locked repositories: rows that the engine asks before it changes anything, and a hook in the bare repository by which
 * git itself refuses pushes and every other change of refs. The row is what counts; hooks follow it.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EventHub } from '../events/event-hub.ts';
import { ByTurns } from '../files/by-turns.ts';
import { syncFolder, writeDurably } from '../files/durable-file.ts';
import { makeFolder } from '../files/durable-tree.ts';
import { renamePatiently } from '../files/patient-rename.ts';
import { LOCK_MARK } from '../git/refs-state.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/open.ts';
import { type RepositoryLockRow, RepositoryLockTable } from '../store/repository-locks.ts';
import { HEAD_LOCK, HOOK, LOCK_SETTING, mayBeLocked, PUSH_HOOK } from './lock-files.ts';
import type { Repositories } from './repositories.ts';
import { RepositoryLocked } from './repository-locked.ts';

/** Where somebody's own hook waits for the unlocking. */
const kept = (hook: string) => `${hook}.kept-while-locked`;
const MARK = LOCK_MARK;
/** Repositories that are locked or unlocked at once. */
const AT_ONCE = 16;

export class RepositoryLocks {
  readonly #table: RepositoryLockTable;
  readonly #repositories: Repositories;
  readonly #events: EventHub;
  readonly #log: Log;
  /** By id of the repository: a lock that goes while another one comes would take that along. */
  readonly #atWork = new ByTurns<number>();

  constructor(store: Store, repositories: Repositories, events: EventHub, log: Log) {
    this.#table = new RepositoryLockTable(store);
    this.#repositories = repositories;
    this.#events = events;
    this.#log = log;
  }

  /** @throws RepositoryLocked */
  refuse(repositoryId: number): void {
    const lock = this.#table.ofRepository(repositoryId);
    if (lock !== undefined) throw new RepositoryLocked(lock);
  }

  ofRepository(repositoryId: number): RepositoryLockRow | undefined {
    return this.#table.ofRepository(repositoryId);
  }

  /** What the migration locks still. */
  ofMigration(migrationId: number): RepositoryLockRow[] {
    return this.#table.ofMigration(migrationId);
  }

  /** Full names of what the migration locks still. */
  namesOfMigration(migrationId: number): string[] {
    return this.#table.namesOfMigration(migrationId);
  }

  /** A lock of one of these repositories, if there is any. */
  firstAmong(repositoryIds: readonly number[]): RepositoryLockRow | undefined {
    return this.#table.firstAmong(repositoryIds);
  }

  /** Writes the rows of locks. Call it in the transaction that makes the migration, and `lock` after that. */
  add(repositoryIds: readonly number[], migrationId: number, now: string): void {
    this.#table.insert(repositoryIds, migrationId, now);
  }

  /**
   * Puts the hooks of a migration's locks in, after its rows were written.
   * @param onDone how many more are in
   */
  async lock(migrationId: number, signal: AbortSignal, onDone: (count: number) => void): Promise<void> {
    await this.#each(migrationId, signal, onDone, async (lock) => {
      await this.#atWork.take(lock.repository_id, async () => {
        await this.#putHooks(lock);
        // Somebody may have unlocked it meanwhile.
        if (!this.#holds(lock)) for (const path of await this.#folders(lock)) await takeHookOut(path);
      });
      this.#tell(lock);
    });
  }

  /** Unlocks all that a migration locks. @param onDone how many more are unlocked */
  async unlockAll(migrationId: number, signal: AbortSignal, onDone: (count: number) => void): Promise<void> {
    await this.#each(migrationId, signal, onDone, async (lock) => {
      await this.unlock(lock);
    });
  }

  /** Unlocks all that a migration locks for everybody who asks. Call `tellGit` with the repositories after it. @returns their ids */
  release(migrationId: number): number[] {
    return this.#table.removeAll(migrationId);
  }

  /**
   * Takes out what is in repositories that no migration locks any more. What a crash keeps from it, the next start does.
   * @param onDone how many more are done
   */
  async tellGit(ids: readonly number[], signal: AbortSignal, onDone: (count: number) => void): Promise<void> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = ids.slice(at, at + AT_ONCE);
      // By the names that they have now.
      const rows = some.flatMap((id) => this.#repositories.byId(id) ?? []);
      await Promise.all(
        rows.map(async (row) => {
          await this.#inOrder(row.id, row, async () => void (await this.#takeOut(row)));
          this.#tell(row);
        }),
      );
      onDone(some.length);
    }
  }

  /** Does something with each lock of a migration, some at a time: what takes time is the disk, which takes several as one. */
  async #each(
    migrationId: number,
    signal: AbortSignal,
    onDone: (count: number) => void,
    work: (lock: RepositoryLockRow) => Promise<void>,
  ): Promise<void> {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const locks = this.#table.someOfMigration(migrationId, after, AT_ONCE);
      if (locks.length === 0) return;
      const ends = await Promise.allSettled(locks.map(work));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      onDone(locks.length);
      after = locks.at(-1)?.repository_id ?? after;
    }
  }

  /** Unlocks a repository. @returns whether this migration had locked it */
  async unlock(lock: Pick<RepositoryLockRow, 'repository_id' | 'migration_id' | 'owner' | 'name'>): Promise<boolean> {
    const removed = await this.#atWork.take(lock.repository_id, async () => {
      // Somebody else did, and it may be locked by another migration since.
      if (!this.#holds(lock)) return false;
      for (const path of await this.#folders(lock)) await takeHookOut(path);
      return this.#table.remove(lock.repository_id, lock.migration_id);
    });
    this.#tell(lock);
    return removed;
  }

  /** At the start: puts hooks in where a lock lost its own. */
  async reconcile(): Promise<void> {
    for (const lock of this.#table.all()) {
      await this.#inOrder(lock.repository_id, lock, async () => {
        if (await this.#putHooks(lock))
          this.#log('warning', `Locked ${lock.owner}/${lock.name} again: its hook was missing or changed.`);
      });
    }
  }

  /** Takes out what is in a repository that no migration locks any more. */
  async takeOutOrphans(repository: { id: number; owner: string; name: string }): Promise<void> {
    await this.#inOrder(repository.id, repository, async () => {
      if (await this.#takeOut(repository))
        this.#log('warning', `Unlocked ${repository.owner}/${repository.name}: no migration locks it any more.`);
    });
  }

  /** @returns whether anything was there */
  async #takeOut(repository: { id: number; owner: string; name: string }): Promise<boolean> {
    if (this.#table.ofRepository(repository.id) !== undefined) return false;
    const folders = [this.#repositories.path(repository), this.#repositories.wikiPath(repository)].filter(mayBeLocked);
    let wasThere = false;
    for (const folder of folders) wasThere = (await takeHookOut(folder)) || wasThere;
    // A migration may have locked it meanwhile.
    const lock = folders.length === 0 ? undefined : this.#table.ofRepository(repository.id);
    if (lock !== undefined) await this.#putHooks(lock);
    return wasThere;
  }

  /** Whether the row of a lock is there still. */
  #holds({ repository_id, migration_id }: Pick<RepositoryLockRow, 'repository_id' | 'migration_id'>): boolean {
    return this.#table.ofRepository(repository_id)?.migration_id === migration_id;
  }

  async #inOrder(
    id: number,
    { owner, name }: { owner: string; name: string },
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await this.#atWork.take(id, work);
    } catch (error) {
      this.#log('error', `The lock of ${owner}/${name} could not be put in order: ${String(error)}`);
    }
  }

  /** @returns whether one was missing */
  async #putHooks(lock: RepositoryLockRow): Promise<boolean> {
    const { message } = new RepositoryLocked(lock);
    let put = false;
    for (const folder of await this.#folders(lock)) {
      for (const [hook, script] of hookScripts(message)) put = (await putHook(folder, hook, script)) || put;
      put = (await putSetting(folder)) || put;
      put = (await putHeadLock(folder, message)) || put;
    }
    return put;
  }

  async #folders(repository: { owner: string; name: string }): Promise<string[]> {
    const paths = [this.#repositories.path(repository), this.#repositories.wikiPath(repository)];
    const there = await Promise.all(paths.map(isThere));
    return paths.filter((_, index) => there[index]);
  }

  #tell({ owner, name }: { owner: string; name: string }): void {
    this.#events.emit({ type: 'repository.changed', owner, repo: name });
  }
}

/** The scripts by their hooks. */
function hookScripts(sentence: string): [hook: string, script: string][] {
  // Names of owners and repositories hold no quotes.
  const refusal = `echo '${sentence.replaceAll("'", '')}' >&2\nexit 1\n`;
  return [
    [HOOK, `#!/bin/sh\n${MARK}\n[ "$1" = prepared ] || exit 0\n${refusal}`],
    [PUSH_HOOK, `#!/bin/sh\n${MARK}\n${refusal}`],
  ];
}

/**
 * Text of a file that is there, or null. Ten thousand repositories are read while the disk flushes: a read that waits for it
 * would let nobody else have a turn.
 */
async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(nullWhereMissing);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(nullWhereMissing)) !== null;
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  // Or what should be a folder is a file.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return null;
}

/** @returns whether it was missing or changed */
async function putHook(folder: string, hook: string, script: string): Promise<boolean> {
  const path = join(folder, hook);
  const there = await textOf(path);
  const fits = there === script && ((await stat(path)).mode & 0o100) !== 0;
  if (!fits) {
    await makeFolder(dirname(path));
    if (there !== null && !there.includes(MARK)) await renamePatiently(path, join(folder, kept(hook)));
    await writeDurably(path, script, 0o755);
  }
  return !fits;
}

/** @returns whether it was missing or changed. One of a git that works right now stays, and is followed by ours at the next start. */
async function putHeadLock(folder: string, sentence: string): Promise<boolean> {
  const path = join(folder, HEAD_LOCK);
  const text = `${MARK}\n# ${sentence}\n`;
  const there = await textOf(path);
  if (there === text || (there !== null && !there.includes(MARK))) return false;
  await writeDurably(path, text);
  return true;
}

/** @returns whether it was missing or changed */
async function putSetting(folder: string): Promise<boolean> {
  const path = join(folder, LOCK_SETTING);
  const hooks = dirname(join(folder, HOOK)).replaceAll('\\', '/').replaceAll('"', '\\"');
  const setting = `${MARK}\n[core]\n\thooksPath = "${hooks}"\n`;
  const fits = (await textOf(path)) === setting;
  if (!fits) await writeDurably(path, setting, 0o644);
  // The line stays after the unlocking: git passes over files that are not there.
  const config = (await textOf(join(folder, 'config'))) ?? '';
  if (config.includes(LOCK_SETTING)) return !fits;
  // As `git config --add` writes it, which would be a process for each of ten thousand repositories.
  const begun = config === '' || config.endsWith('\n') ? config : `${config}\n`;
  await writeDurably(join(folder, 'config'), `${begun}[include]\n\tpath = ${LOCK_SETTING}\n`, 0o644);
  return true;
}

/** Of two who unlock it at once one is first, and then it may be renamed or removed. @returns whether a hook of ours was there */
async function takeHookOut(folder: string): Promise<boolean> {
  const hadSetting = await isThere(join(folder, LOCK_SETTING));
  if (hadSetting) await rm(join(folder, LOCK_SETTING), { force: true });
  let wasThere = hadSetting;
  if ((await textOf(join(folder, HEAD_LOCK)))?.includes(MARK) === true) {
    await rm(join(folder, HEAD_LOCK), { force: true });
    wasThere = true;
  }
  for (const hook of [HOOK, PUSH_HOOK]) {
    if ((await textOf(join(folder, hook)))?.includes(MARK) !== true) continue;
    await rm(join(folder, hook), { force: true });
    if (await isThere(join(folder, kept(hook)))) {
      await renamePatiently(join(folder, kept(hook)), join(folder, hook)).catch(nullWhereMissing);
    }
    await syncFolder(dirname(join(folder, hook))).catch(nullWhereMissing);
    wasThere = true;
  }
  if (wasThere) await syncFolder(folder).catch(nullWhereMissing);
  return wasThere;
}
