import { setImmediate as breathe } from 'node:timers/promises';
import type { AuthorTable } from '../../store/import-authors.ts';
import type { MadeAuthor } from '../../vocabulary/history.ts';

/** Authors written in one transaction: a few milliseconds. */
const BATCH_SIZE = 200;

/**
 * Keeps who the authors of the project are that was mapped: only they are listed.
 * @param made null where everything was mapped, or nobody knows yet: then everybody is
 * @returns whether anything may be other than before
 */
export async function keepMade(
  table: AuthorTable,
  importId: number,
  made: readonly MadeAuthor[] | null,
): Promise<boolean> {
  if (made === null && !table.hasMade(importId)) return false;
  const byId = made === null ? null : new Map(made.map((author) => [author.remote_id, author]));
  await inStretches(table, importId, (ids) => table.setMade(importId, ids, byId));
  return true;
}

/**
 * Lists those alone that a whole history has: who had to do with a branch that is gone since stays known, with who a person said they
 * are, for when it comes back.
 * @param told by `remote_id`
 */
export async function keepTold(table: AuthorTable, importId: number, told: ReadonlySet<string>): Promise<void> {
  await inStretches(table, importId, (ids) => table.setTold(importId, ids, told));
}

async function inStretches(
  table: AuthorTable,
  importId: number,
  set: (ids: { sinceId: number; lastId: number }) => void,
): Promise<void> {
  const { first, last } = table.idRange(importId);
  for (let sinceId = first - 1; sinceId < last; sinceId += BATCH_SIZE) {
    set({ sinceId, lastId: Math.min(sinceId + BATCH_SIZE, last) });
    await breathe();
  }
}
