/** The moves of staged folders to their places. Begun once, they are brought to their end, if need be at the next start. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { isEmptyRepository } from '../../git/bare-repository.ts';
import type { Move } from './restore-job.ts';

/** Moves what is not moved yet. @throws Failure when something is in the way */
export async function moveIntoPlace(dataFolder: string, moves: readonly Move[]): Promise<void> {
  const parents = new Set<string>();
  for (const move of moves) {
    const from = join(dataFolder, move.from);
    const to = join(dataFolder, move.to);
    if (!existsSync(from)) {
      // Moved before a crash.
      if (existsSync(to)) continue;
      throw Failure.of('restore.part_missing', { path: from });
    }
    await makeFolder(dirname(to));
    parents.add(dirname(to));
    if (existsSync(to)) {
      // The start puts an empty repository where one is missing.
      if (isEmptyRepository(to)) await rm(to, { recursive: true });
      else throw inTheWay(to);
    }
    await renamePatiently(from, to);
  }
  for (const parent of parents) await syncFolder(parent);
}

function inTheWay(path: string): Failure {
  return Failure.of('restore.in_the_way', { path });
}

/** Removes what is left of a staging folder. */
export async function removeStaging(dataFolder: string, guid: string): Promise<void> {
  await rm(join(dataFolder, 'restores', guid), { recursive: true, force: true });
}
