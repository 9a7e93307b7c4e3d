/** Repositories: a row and a bare repository on disk, kept together. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventHub } from '../event-hub.ts';
import { createBareRepository } from '../git/bare-repository.ts';
import type { Log } from '../log.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Store } from '../store/open.ts';
import { type RepositoryRow, RepositoryTable } from '../store/repositories.ts';

const DEFAULT_BRANCH = 'main';
/** Letters, digits, dot, hyphen and underscore; the name is also a folder's name. */
const NAME = /^[a-z\d._-]{1,100}$/i;

/** A repository that cannot be made. `code` is one of the API's validation codes. */
export class InvalidRepository extends Error {
  readonly field: string;
  readonly code: 'invalid' | 'already_exists';
  constructor(field: string, code: 'invalid' | 'already_exists', message: string) {
    super(message);
    this.name = 'InvalidRepository';
    this.field = field;
    this.code = code;
  }
}

export class Repositories {
  readonly table: RepositoryTable;
  readonly #folder: string;
  readonly #trash: string;
  readonly #events: EventHub;

  constructor(dataFolder: string, store: Store, events: EventHub) {
    this.table = new RepositoryTable(store);
    this.#folder = join(dataFolder, 'repositories');
    this.#trash = join(dataFolder, 'trash');
    this.#events = events;
  }

  /** The bare repository's folder. */
  path(repository: Pick<RepositoryRow, 'owner' | 'name'>): string {
    return join(this.#folder, repository.owner, `${repository.name}.git`);
  }

  /** The files of an import's report, beside the repository. */
  reportFiles(repository: Pick<RepositoryRow, 'owner' | 'name'>): { html: string; json: string } {
    const base = join(this.#folder, repository.owner, `${repository.name}.import-report`);
    return { html: `${base}.html`, json: `${base}.json` };
  }

  /**
   * Makes an empty repository.
   * @throws InvalidRepository; ImportFailure when git is missing
   */
  async create(
    owner: AccountRow,
    wanted: { name: string; description?: string | null | undefined; private?: boolean | undefined },
  ): Promise<RepositoryRow> {
    const { name } = wanted;
    if (!NAME.test(name) || /^\.+$|\.git$/i.test(name)) {
      throw new InvalidRepository(
        'name',
        'invalid',
        `"${name}" cannot be a repository's name: use letters, digits, ".", "-" and "_", at most 100 characters, not ending in ".git".`,
      );
    }
    this.#refuseTaken(owner, name);
    const path = this.path({ owner: owner.login, name });
    if (existsSync(path)) {
      throw new InvalidRepository(
        'name',
        'already_exists',
        `The folder ${path} exists already. Move it away or choose another name.`,
      );
    }
    await createBareRepository(path, DEFAULT_BRANCH);
    this.#refuseTaken(owner, name);
    const row = this.table.insert({
      owner_id: owner.id,
      name,
      description: wanted.description ?? null,
      private: wanted.private === true ? 1 : 0,
      default_branch: DEFAULT_BRANCH,
    });
    this.#events.emit({ type: 'repository.changed', owner: row.owner, repo: row.name });
    return row;
  }

  #refuseTaken(owner: AccountRow, name: string): void {
    if (this.table.byName(owner.login, name) === undefined) return;
    throw new InvalidRepository(
      'name',
      'already_exists',
      `The repository ${owner.login}/${name} exists already. Choose another name.`,
    );
  }

  /** Removes a repository, its files and the report of its import. */
  async remove(repository: RepositoryRow): Promise<void> {
    mkdirSync(this.#trash, { recursive: true });
    const grave = join(this.#trash, `repository-${repository.id}`);
    // Renamed first: a crash before the row is gone is finished by `reconcile`.
    if (existsSync(this.path(repository))) await rename(this.path(repository), grave);
    this.table.remove(repository.id);
    await this.removeReport(repository);
    await rm(grave, { recursive: true, force: true });
    this.#events.emit({ type: 'repository.removed', owner: repository.owner, repo: repository.name });
  }

  async removeReport(repository: Pick<RepositoryRow, 'owner' | 'name'>): Promise<void> {
    const files = this.reportFiles(repository);
    await Promise.all([rm(files.html, { force: true }), rm(files.json, { force: true })]);
  }

  /** At the start: finishes removals that a crash cut short, and makes rows and folders agree again. */
  async reconcile(log: Log): Promise<void> {
    for (const row of this.table.all()) {
      if (existsSync(this.path(row))) continue;
      if (existsSync(join(this.#trash, `repository-${row.id}`))) {
        this.table.remove(row.id);
        await this.removeReport(row);
        log('warning', `Finished removing the repository ${row.owner}/${row.name}.`);
      } else {
        await createBareRepository(this.path(row), row.default_branch);
        log(
          'error',
          `The folder of ${row.owner}/${row.name} was missing; an empty repository was put in its place. Run its import again.`,
        );
      }
    }
    await rm(this.#trash, { recursive: true, force: true });
    for (const owner of foldersIn(this.#folder)) {
      for (const name of foldersIn(join(this.#folder, owner))) {
        const path = join(this.#folder, owner, name);
        if (name.endsWith('.git.new')) {
          await rm(path, { recursive: true, force: true });
          log('info', `Removed the unfinished repository ${path}.`);
        } else if (name.endsWith('.git') && this.table.byName(owner, name.slice(0, -4)) === undefined) {
          // Somebody's work perhaps: never removed without being asked.
          log('warning', `The folder ${path} belongs to no known repository. It was left alone.`);
        }
      }
    }
  }
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
