/** Moving what belongs to a repository to its new name, so that a crash in between can be finished or taken back. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../files/durable-file.ts';

/** A file or folder on its way; what is not there is passed over. */
export interface Move {
  from: string;
  to: string;
}

export interface Rename {
  repository_id: number;
  owner: string;
  /** Names of the repository. */
  from: string;
  to: string;
}

/**
 * Writes down what shall happen, moves the files, then lets `change` write the row. When that throws, everything is
 * moved back.
 */
export async function renameFolders(
  journal: string,
  wanted: Rename,
  moves: readonly Move[],
  change: () => void,
): Promise<void> {
  mkdirSync(journal, { recursive: true });
  const note = join(journal, `${wanted.repository_id}.json`);
  await writeDurably(note, JSON.stringify(wanted));
  try {
    await moveAll(moves);
    change();
  } catch (error) {
    await moveAll(moves.map(({ from, to }) => ({ from: to, to: from })));
    await rm(note, { force: true });
    throw error;
  }
  await rm(note, { force: true });
}

async function moveAll(moves: readonly Move[]): Promise<void> {
  const folders = new Set<string>();
  for (const { from, to } of moves) {
    if (!existsSync(from)) continue;
    await rename(from, to);
    folders.add(dirname(from)).add(dirname(to));
  }
  for (const folder of folders) await syncFolder(folder);
}

/**
 * At the start: what a crash left half-moved follows the row, which has the old name or the new one.
 * @param nameNow name of a repository in its row
 * @returns a sentence for each
 */
export async function finishRenames(
  journal: string,
  nameNow: (repositoryId: number) => string | undefined,
  movesOf: (rename: Rename) => Move[],
): Promise<string[]> {
  if (!existsSync(journal)) return [];
  const said: string[] = [];
  for (const file of readdirSync(journal)) {
    if (file.endsWith('.json')) {
      const wanted = JSON.parse(readFileSync(join(journal, file), 'utf8')) as Rename;
      const done = nameNow(wanted.repository_id) === wanted.to;
      const moves = movesOf(wanted);
      await moveAll(done ? moves : moves.map(({ from, to }) => ({ from: to, to: from })));
      const { owner, from, to } = wanted;
      said.push(
        done
          ? `Finished renaming the repository ${owner}/${from} to ${to}.`
          : `The renaming of ${owner}/${from} to ${to} was cut off; it has its old name.`,
      );
    }
    await rm(join(journal, file), { force: true });
  }
  return said;
}
