/** Who gets a name for a repository, of those who want it. */
import { existsSync } from 'node:fs';
import { say } from '../../language/sentence.ts';
import type { RepositoryTable } from '../store/repositories.ts';
import { InvalidRepository } from './invalid-repository.ts';
import { isRepositoryName, whyNoRepositoryName } from './repository-names.ts';

/** Another repository has the name, or is about to. */
export class TakenName extends InvalidRepository {}

export class ClaimedNames {
  readonly #table: Pick<RepositoryTable, 'byName'>;
  /** Those that somebody is about to have: no row says so yet. `owner/name` in small letters. */
  readonly #claimed = new Set<string>();

  constructor(table: Pick<RepositoryTable, 'byName'>) {
    this.#table = table;
  }

  /** @param except id of the repository that may have the name already @throws InvalidRepository */
  refuseTaken(owner: string, name: string, except?: number): void {
    const taken = this.#table.byName(owner, name);
    if (taken === undefined || taken.id === except) return;
    throw alreadyExists(owner, name);
  }

  /**
   * Lets work give a name to a repository. Of those who want one at the same time the first gets it: what the others would
   * move there, and back, is the first one's.
   * @param except id of the repository that may have the name already
   * @throws InvalidRepository
   */
  async whileClaimed<Result>(
    owner: string,
    name: string,
    work: () => Promise<Result>,
    except?: number,
  ): Promise<Result> {
    this.refuseTaken(owner, name, except);
    const claim = `${owner}/${name}`.toLowerCase();
    if (this.#claimed.has(claim)) throw alreadyExists(owner, name);
    this.#claimed.add(claim);
    try {
      return await work();
    } finally {
      this.#claimed.delete(claim);
    }
  }
}

/** @throws InvalidRepository */
export function refuseUnfitName(name: string): void {
  if (isRepositoryName(name)) return;
  throw new InvalidRepository('name', 'invalid', whyNoRepositoryName(name));
}

function alreadyExists(owner: string, name: string): TakenName {
  return new TakenName(
    'name',
    'already_exists',
    say('The repository {name} exists already. Choose another name.', { name: `${owner}/${name}` }),
  );
}

/** @throws InvalidRepository */
export function refuseInTheWay(path: string): void {
  if (!existsSync(path)) return;
  throw new InvalidRepository(
    'name',
    'already_exists',
    say('{path} exists already. Move it away or choose another name.', { path }),
  );
}
