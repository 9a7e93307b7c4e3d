/** Repositories: a row and a bare repository on disk, kept together. */

import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { say } from '../../language/sentence.ts';
import type { EventHub } from '../events/event-hub.ts';
import { syncFolder } from '../files/durable-file.ts';
import { renamePatiently } from '../files/patient-rename.ts';
import { createBareRepository, folderSizeKb, isEmptyRepository, readHead } from '../git/bare-repository.ts';
import type { Log } from '../log.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import type { Reach } from '../store/reach.ts';
import { type RepositoryRow, RepositoryTable } from '../store/repositories.ts';
import { repositorySummaries } from '../store/repository-summaries.ts';
import { ClaimedNames, refuseInTheWay, refuseUnfitName, TakenName } from './claimed-names.ts';
import { InvalidRepository } from './invalid-repository.ts';
import { RepositoryPlaces, repositoryOf } from './places.ts';
import { reconcile } from './reconcile.ts';
import { renameFolders } from './rename.ts';
import { isRepositoryName } from './repository-names.ts';

const DEFAULT_BRANCH = 'main';

export class Repositories {
  readonly #table: RepositoryTable;
  readonly #store: Store;
  readonly #places: RepositoryPlaces;
  /** Told after a repository was removed: what others keep of it goes too. */
  onRemoved: (repository: RepositoryRow) => void = () => undefined;
  readonly #events: EventHub;
  /** Those whose folders are on their way to another name, or to the trash; each resolves when it is over, however it ends. */
  readonly #moving = new Map<number, Promise<void>>();
  readonly #names: ClaimedNames;

  constructor(dataFolder: string, store: Store, events: EventHub) {
    this.#table = new RepositoryTable(store);
    this.#names = new ClaimedNames(this.#table);
    this.#store = store;
    this.#places = new RepositoryPlaces(dataFolder);
    this.#events = events;
  }

  byName(owner: string, name: string): RepositoryRow | undefined {
    return this.#table.byName(owner, name);
  }

  /** Those of an owner that have one of these names, whatever their letters' case, in no order. */
  byNames(owner: string, names: readonly string[]): RepositoryRow[] {
    return this.#table.byNames(owner, names);
  }

  byId(id: number): RepositoryRow | undefined {
    return this.#table.byId(id);
  }

  /** At most `limit` of them, those behind an id. */
  some(afterId: number, limit: number): RepositoryRow[] {
    return this.#table.some(afterId, limit);
  }

  all(): RepositoryRow[] {
    return this.#table.all();
  }

  /** Repositories of a person or an organization, oldest first. */
  ofOwner(ownerId: number, reach: Reach, range: ListRange): Listing<RepositoryRow> {
    return { rows: this.#table.ofOwner(ownerId, reach, range), total: this.#table.countOfOwner(ownerId, reach) };
  }

  /** Repositories of the account and of its organizations, oldest first. */
  ofAccount(accountId: number, reach: Reach, range: ListRange): Listing<RepositoryRow> {
    return {
      rows: this.#table.ofAccount(accountId, reach, range),
      total: this.#table.countOfAccount(accountId, reach),
    };
  }

  /**
   * What a table shows of the repositories of the account and of its organizations, by name, some at a time, and how many there are.
   * @param limit only the first ones
   */
  summaries(accountId: number, reach: Reach, limit?: number) {
    return repositorySummaries(this.#store, accountId, reach, limit);
  }

  /** Those of a migration that are still there, in the order in which they were asked for. */
  ofMigration(migrationId: number, range: ListRange): RepositoryRow[] {
    return this.#table.ofMigration(migrationId, range);
  }

  /** Ids that the repositories have in the records. */
  recordsIds(): number[] {
    return this.#table.recordsIds();
  }

  /** Keeps how large a repository was found to be, and tells. */
  measured(repository: RepositoryRow, sizeKb: number): void {
    this.#table.measured(repository.id, sizeKb);
    this.#events.emit({ type: 'repository.changed', owner: repository.owner, repo: repository.name });
  }

  /** Keeps what an import's push made of a repository, and tells. */
  pushed(repository: RepositoryRow, change: { default_branch: string; size_kb: number }): void {
    this.#table.pushed(repository.id, change);
    this.#events.emit({ type: 'repository.changed', owner: repository.owner, repo: repository.name });
  }

  /** The bare repository's folder. */
  path(repository: Pick<RepositoryRow, 'owner' | 'name'>): string {
    return this.#places.repository(repository);
  }

  /** The bare repository of its wiki; most repositories have none. */
  wikiPath(repository: Pick<RepositoryRow, 'owner' | 'name'>): string {
    return this.#places.wiki(repository);
  }

  /** The files of an import's report, beside the repository, and the list of what revisions became. */
  reportFiles(repository: Pick<RepositoryRow, 'owner' | 'name'>): { html: string; json: string; revisions: string } {
    return this.#places.reportFiles(repository);
  }

  /** Whether the repository is being renamed or removed at this moment: its folder may lie elsewhere than its row says. */
  isMoving(id: number): boolean {
    return this.#moving.has(id);
  }

  /** @throws InvalidRepository while it is on its way to another name, and when it has gone there since it was read */
  requireInPlace({ id, owner, name }: RepositoryRow): void {
    if (!this.#moving.has(id) && this.#table.byId(id)?.name === name) return;
    const sentence = say(
      '{name} is being renamed, removed or taken back at this moment. Try again when that is over.',
      { name: `${owner}/${name}` },
    );
    throw new InvalidRepository('name', 'invalid', sentence);
  }

  async #whileMoving(repository: RepositoryRow, work: () => Promise<void>): Promise<void> {
    this.requireInPlace(repository);
    const { id } = repository;
    const over = Promise.withResolvers<void>();
    this.#moving.set(id, over.promise);
    try {
      await work();
    } finally {
      this.#moving.delete(id);
      over.resolve();
    }
  }

  /** Resolves when nobody renames or removes it; from then on its row says where it lies. */
  async whenInPlace(id: number): Promise<void> {
    for (let moving = this.#moving.get(id); moving !== undefined; moving = this.#moving.get(id)) await moving;
  }

  /**
   * Makes an empty repository.
   * @throws InvalidRepository; Failure when git is missing
   */
  async create(
    owner: AccountRow,
    wanted: { name: string; description?: string | null | undefined; private?: boolean | undefined },
  ): Promise<RepositoryRow> {
    const { name } = wanted;
    refuseUnfitName(name);
    return await this.#names.whileClaimed(owner.login, name, () => this.#make(owner, name, wanted));
  }

  async #make(
    owner: AccountRow,
    name: string,
    wanted: { description?: string | null | undefined; private?: boolean | undefined },
  ): Promise<RepositoryRow> {
    const path = this.path({ owner: owner.login, name });
    // Left by a crash before its row was written.
    if (isEmptyRepository(path)) await rm(path, { recursive: true, force: true });
    refuseInTheWay(path);
    await createBareRepository(path, DEFAULT_BRANCH);
    this.#names.refuseTaken(owner.login, name);
    let row: RepositoryRow;
    try {
      row = this.#table.insert({
        owner_id: owner.id,
        name,
        description: wanted.description ?? null,
        private: wanted.private === true ? 1 : 0,
        default_branch: DEFAULT_BRANCH,
      });
    } catch (error) {
      // The disk is full perhaps: nobody's folder would keep the name.
      await rm(path, { recursive: true, force: true });
      throw error;
    }
    this.#events.emit({ type: 'repository.changed', owner: row.owner, repo: row.name });
    return row;
  }

  /** Folders of repositories that no row knows, by where they lie: nobody can reach them. */
  strays(): { owner: string; name: string }[] {
    const known = this.#table.names();
    return [...this.#places.foldersByOwner()].flatMap(([owner, folders]) =>
      folders
        .filter((folder) => /(?<!\.wiki)\.git$/.test(folder))
        .map((folder) => ({ owner, name: repositoryOf(folder) }))
        .filter(({ name }) => isRepositoryName(name) && !known.has(`${owner}/${name}`.toLowerCase())),
    );
  }

  /**
   * Makes the row of a repository whose folder is there; what lies in it stays as it is.
   * @throws InvalidRepository when no such folder is without a row
   */
  async adopt(owner: AccountRow, name: string): Promise<RepositoryRow> {
    const isStray = this.strays().some((stray) => stray.owner === owner.login && stray.name === name);
    if (!isStray)
      throw new InvalidRepository(
        'name',
        'invalid',
        say('There is no folder {name}.git without a repository.', { name: `${owner.login}/${name}` }),
      );
    const row = await this.#names.whileClaimed(owner.login, name, async () => {
      const head = await readHead(this.path({ owner: owner.login, name }));
      return this.#table.insert({
        owner_id: owner.id,
        name,
        description: null,
        // Nobody knows whether everybody might read it.
        private: 1,
        default_branch: head?.replace(/^refs\/heads\//, '') ?? DEFAULT_BRANCH,
      });
    });
    this.#table.measured(row.id, await folderSizeKb(this.path(row)));
    this.#events.emit({ type: 'repository.changed', owner: row.owner, repo: row.name });
    return row;
  }

  /**
   * Changes name, description or visibility. A new name moves the folder, the wiki and the report of the import;
   * a crash in between is finished or taken back by `reconcile`.
   * @throws InvalidRepository
   */
  async change(
    repository: RepositoryRow,
    wanted: { name?: string | undefined; description?: string | null | undefined; private?: boolean | undefined },
  ): Promise<RepositoryRow> {
    const name = wanted.name ?? repository.name;
    const change = {
      name,
      description: wanted.description === undefined ? repository.description : wanted.description,
      private: wanted.private === undefined ? repository.private : wanted.private ? (1 as const) : (0 as const),
    };
    if (name === repository.name) {
      this.#table.describe(repository.id, change);
    } else {
      refuseUnfitName(name);
      await this.#names.whileClaimed(repository.owner, name, () => this.#rename(repository, change), repository.id);
      this.#events.emit({ type: 'repository.removed', owner: repository.owner, repo: repository.name });
    }
    const row = this.#table.byId(repository.id) ?? repository;
    this.#events.emit({ type: 'repository.changed', owner: row.owner, repo: row.name });
    return row;
  }

  async #rename(
    repository: RepositoryRow,
    change: Pick<RepositoryRow, 'name' | 'description' | 'private'>,
  ): Promise<void> {
    const { id, owner } = repository;
    const move = { repository_id: id, owner, from: repository.name, to: change.name };
    const inPlace = change.name.toLowerCase() === repository.name.toLowerCase();
    if (!inPlace) for (const { to } of this.#places.moves(move)) refuseInTheWay(to);
    const describe = () => {
      this.#names.refuseTaken(owner, change.name, id);
      this.#table.describe(id, change);
    };
    await this.#whileMoving(repository, () =>
      renameFolders(this.#places.renames, move, this.#places.moves(move), describe),
    );
  }

  /** Repositories in the trash, the latest first. */
  deleted(): RepositoryRow[] {
    return this.#table.deleted();
  }

  /**
   * Throws a repository away: everything that belongs to it stays, under a name that nobody can give, until it is taken back
   * or removed. Its own name is free at once.
   */
  async throwAway(repository: RepositoryRow): Promise<RepositoryRow> {
    const name = `${TRASH_MARK}${repository.id}-${repository.name}`;
    await this.#moveTo(repository, name, () => this.#table.throwAway(repository.id, name));
    this.#events.emit({ type: 'repository.removed', owner: repository.owner, repo: repository.name });
    return this.#table.byId(repository.id) ?? repository;
  }

  /** Takes a repository back out of the trash, under the name that it had. @throws InvalidRepository when that is taken */
  async takeBack(repository: RepositoryRow): Promise<RepositoryRow> {
    const name = repository.deleted_name ?? repository.name;
    await this.#names
      .whileClaimed(repository.owner, name, () =>
        this.#moveTo(repository, name, () => {
          this.#names.refuseTaken(repository.owner, name);
          this.#table.takeBack(repository.id, name);
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof TakenName)) throw error;
        throw new InvalidRepository(
          'name',
          'already_exists',
          // Of a repository in the trash nobody can choose the name.
          say('Another repository is called {name} now. Rename it, then take this one back out of the trash.', {
            name: `${repository.owner}/${name}`,
          }),
        );
      });
    this.#events.emit({ type: 'repository.changed', owner: repository.owner, repo: name });
    return this.#table.byId(repository.id) ?? repository;
  }

  /** @throws InvalidRepository when something that nobody knows lies there */
  async #moveTo(repository: RepositoryRow, to: string, write: () => void): Promise<void> {
    const move = { repository_id: repository.id, owner: repository.owner, from: repository.name, to };
    const moves = this.#places.moves(move);
    for (const { to: place } of moves) refuseInTheWay(place);
    await this.#whileMoving(repository, () => renameFolders(this.#places.renames, move, moves, write));
  }

  /** Removes a repository, its wiki, its files and the report of its import. */
  async remove(repository: RepositoryRow): Promise<void> {
    mkdirSync(this.#places.trash, { recursive: true });
    const grave = this.#places.grave(repository.id);
    // Renamed first: a crash before the row is gone is finished by `reconcile`. The wiki goes after the repository, so
    // that what a crash leaves of it is a wiki without a repository.
    await this.#whileMoving(repository, async () => {
      if (existsSync(this.path(repository))) await renamePatiently(this.path(repository), grave);
      const wiki = this.wikiPath(repository);
      if (existsSync(wiki)) await renamePatiently(wiki, `${grave}-wiki`);
      // Before the row: a folder that a power cut brings back would be nobody's.
      await syncFolder(this.#places.trash);
      if (existsSync(dirname(wiki))) await syncFolder(dirname(wiki));
      this.#table.remove(repository.id);
    });
    await this.removeReport(repository);
    for (const path of [grave, `${grave}-wiki`]) await rm(path, { recursive: true, force: true });
    this.#events.emit({ type: 'repository.removed', owner: repository.owner, repo: repository.name });
    this.onRemoved(repository);
  }

  async removeReport(repository: Pick<RepositoryRow, 'owner' | 'name'>): Promise<void> {
    const files = this.reportFiles(repository);
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }

  /**
   * At the start: finishes removals that a crash cut short, and makes rows and folders agree again.
   * @returns repositories whose folders were lost; they are empty now
   */
  reconcile(log: Log): Promise<RepositoryRow[]> {
    return reconcile(this.#table, this.#places, log);
  }
}

/** Begins the names of repositories in the trash: no repository can be given one (`isRepositoryName`). */
const TRASH_MARK = '~';
