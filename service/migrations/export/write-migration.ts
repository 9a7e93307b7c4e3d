/** The rows of a migration and of its locks. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '../../../language/sentence.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { RepositoryLocked } from '../../repositories/repository-locked.ts';
import type { MigrationTable } from '../../store/migrations-table.ts';
import type { MigrationRooms } from './migration-rooms.ts';
import { InvalidMigration } from './requests.ts';

/** Rows of repositories that one transaction writes: some milliseconds. */
export const ROWS_AT_ONCE = 2000;

/** Writes the rows of a migration and its locks: all or none for whoever reads, though many do not hold up all else. */
export async function writeMigration(
  rooms: MigrationRooms,
  table: MigrationTable,
  migration: Parameters<MigrationTable['begin']>[0],
  repositories: readonly { id: number; full_name: string }[],
): Promise<number> {
  const { store } = rooms;
  const addFrom = (begun: number, at: number) =>
    table.addRepositories(begun, at, repositories.slice(at, at + ROWS_AT_ONCE));
  const finish = (begun: number) => {
    const ids = repositories.map((repository) => repository.id);
    if (migration.lock_repositories) addLocks(rooms, begun, ids, migration.created_at);
    table.finish(begun);
  };
  const isMuch = repositories.length > ROWS_AT_ONCE;
  const id = store.transaction(() => {
    const begun = table.begin(migration);
    addFrom(begun, 0);
    if (!isMuch) finish(begun);
    return begun;
  });
  if (!isMuch) return id;
  try {
    for (let at = ROWS_AT_ONCE; at < repositories.length; at += ROWS_AT_ONCE) {
      await nextTurn();
      store.transaction(() => addFrom(id, at));
    }
    await nextTurn();
    store.transaction(() => finish(id));
    await nextTurn();
    return id;
  } catch (error) {
    table.remove(id);
    throw error;
  }
}

/** Writes the rows of locks. @throws InvalidMigration where another migration or an import has one of the repositories */
export function addLocks(rooms: MigrationRooms, migrationId: number, ids: readonly number[], now: string): void {
  const { locks, repositories } = rooms;
  const lock = locks.firstAmong(ids);
  if (lock !== undefined)
    throw new InvalidMigration('repositories', 'invalid', sayFailure(new RepositoryLocked(lock), 'work'));
  const publishing = rooms.publishing();
  const written = ids.find((id) => publishing.has(id));
  const row = written === undefined ? undefined : repositories.byId(written);
  if (row !== undefined) {
    const sentence = say(
      'An import is writing into {name}. Wait for its end or cancel it, then start the migration again.',
      { name: `${row.owner}/${row.name}` },
    );
    throw new InvalidMigration('repositories', 'invalid', sentence);
  }
  // Many were looked up in several turns, between which a renaming may have begun.
  const moving = repositories.byId(ids.find((id) => repositories.isMoving(id)) ?? 0);
  if (moving !== undefined) {
    const sentence = say('"{name}" is being renamed or removed. Look at its name and start the migration again.', {
      name: `${moving.owner}/${moving.name}`,
    });
    throw new InvalidMigration('repositories', 'invalid', sentence);
  }
  locks.add(ids, migrationId, now);
}
