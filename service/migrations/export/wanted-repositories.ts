import { setImmediate as breathe } from 'node:timers/promises';
import type { AccountRow } from '../../store/accounts.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { InvalidMigration, type StartRequest } from './requests.ts';

/** Rows looked up at once: a few milliseconds. */
const AT_ONCE = 100;

/**
 * The repositories that a request names: `owner/name`, or `name` of the owner.
 * @throws InvalidMigration
 */
export async function wantedRepositories(
  owner: AccountRow,
  request: StartRequest,
  { find, isMoving }: { find(name: string): RepositoryRow | undefined; isMoving(id: number): boolean },
): Promise<RepositoryRow[]> {
  const refuse = (sentence: string) => new InvalidMigration('repositories', 'invalid', sentence);
  if (request.repositories.length === 0) {
    throw new InvalidMigration('repositories', 'missing_field', 'Name at least one repository.');
  }
  const found = new Map<number, RepositoryRow>();
  for (const [index, entry] of request.repositories.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await breathe();
    const slash = entry.indexOf('/');
    const login = slash < 0 ? owner.login : entry.slice(0, slash);
    const name = entry.slice(slash + 1);
    if (login.toLowerCase() !== owner.login.toLowerCase()) {
      throw refuse(`"${entry}" does not belong to ${owner.login}. Name repositories of ${owner.login} only.`);
    }
    const row = find(name);
    if (row === undefined || (row.private === 1 && !request.includePrivate)) {
      throw refuse(`${owner.login} has no repository "${name}". Check its name.`);
    }
    if (found.has(row.id)) throw refuse(`"${entry}" is named twice. Name each repository once.`);
    if (isMoving(row.id)) {
      throw refuse(`"${entry}" is being renamed or removed. Look at its name and start the migration again.`);
    }
    found.set(row.id, row);
  }
  return [...found.values()];
}
