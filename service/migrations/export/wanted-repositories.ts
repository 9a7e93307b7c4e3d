import { setImmediate as breathe } from 'node:timers/promises';
import { type Said, say } from '../../../language/sentence.ts';
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
  { find, isMoving }: { find(names: readonly string[]): RepositoryRow[]; isMoving(id: number): boolean },
): Promise<RepositoryRow[]> {
  const refuse = (sentence: Said) => new InvalidMigration('repositories', 'invalid', sentence);
  if (request.repositories.length === 0) {
    throw new InvalidMigration('repositories', 'missing_field', say('Name at least one repository.'));
  }
  const names = request.repositories.map((entry) => {
    const slash = entry.indexOf('/');
    const login = slash < 0 ? owner.login : entry.slice(0, slash);
    if (login.toLowerCase() !== owner.login.toLowerCase()) {
      throw refuse(
        say('"{name}" does not belong to {owner}. Name repositories of {owner} only.', {
          name: entry,
          owner: owner.login,
        }),
      );
    }
    return entry.slice(slash + 1);
  });
  const found = new Map<number, RepositoryRow>();
  for (let start = 0; start < names.length; start += AT_ONCE) {
    if (start > 0) await breathe();
    const some = names.slice(start, start + AT_ONCE);
    const rows = new Map(find(some).map((row) => [row.name.toLowerCase(), row]));
    for (const [index, name] of some.entries()) {
      const entry = request.repositories[start + index] ?? name;
      const row = rows.get(name.toLowerCase());
      if (row === undefined || (row.private === 1 && !request.includePrivate)) {
        throw refuse(say('{owner} has no repository "{name}". Check its name.', { owner: owner.login, name }));
      }
      if (found.has(row.id)) throw refuse(say('"{name}" is named twice. Name each repository once.', { name: entry }));
      if (isMoving(row.id)) {
        throw refuse(
          say('"{name}" is being renamed or removed. Look at its name and start the migration again.', { name: entry }),
        );
      }
      found.set(row.id, row);
    }
  }
  return [...found.values()];
}
