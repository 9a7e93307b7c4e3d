/** The one transaction that makes a restore real: accounts, memberships, repositories, and the plan of the moves. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { Adoption } from '../../store/adoption.ts';
import type { Store } from '../../store/open.ts';
import type { RestoreTable } from '../../store/restores.ts';
import type { PublishPlan, RestoreResult } from './restore-job.ts';

/**
 * @returns what has to be moved now; when this resolves, the restore goes forward whatever happens
 * @throws Failure (a sentence) when something of a wanted name was made meanwhile; then nothing is changed
 */
export async function adopt(
  dataFolder: string,
  store: Store,
  restores: RestoreTable,
  id: number,
  { rows, moves, summary }: RestoreResult,
  signal: AbortSignal,
): Promise<PublishPlan> {
  for (const { to } of moves) {
    const isFree = await access(join(dataFolder, to)).then(
      () => false,
      () => true,
    );
    if (!isFree) throw taken(say('The folder {folder}', { folder: join(dataFolder, to) }));
  }
  const adoption = new Adoption(store);
  await adoption.lay(rows);
  const plan: PublishPlan = { moves, repositories: rows.repositories.map(({ owner, name }) => ({ owner, name })) };
  const texts = [JSON.stringify(plan), JSON.stringify(summary)] as const;
  signal.throwIfAborted();
  try {
    store.transaction(() => {
      // An owner that was removed meanwhile would leave its repositories out.
      if (adoption.commit() !== rows.repositories.length) throw taken(say('An owner'));
      restores.publish(id, ...texts);
    });
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? '');
    if (!code.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw taken(say('An account or a repository'));
  }
  return plan;
}

function taken(what: Said): Failure {
  return Failure.of('restore.name_taken', { what });
}
