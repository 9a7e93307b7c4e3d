/** Moving what belongs to a repository to its new name, so that a crash in between can be finished or taken back. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../files/durable-file.ts';
import { renamePatiently } from '../files/patient-rename.ts';

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
  // Others may take the old name from here on: the note must not come back.
  await syncFolder(journal);
}

/** Whether nothing lies at the target; a disk that does not tell upper case from lower has the file itself there. */
function isFree({ from, to }: Move): boolean {
  return from.toLowerCase() === to.toLowerCase() || !existsSync(to);
}

async function moveAll(moves: readonly Move[]): Promise<void> {
  const folders = new Set<string>();
  for (const { from, to } of moves) {
    if (!existsSync(from)) continue;
    await renamePatiently(from, to);
    folders.add(dirname(from)).add(dirname(to));
  }
  for (const folder of folders) await syncFolder(folder);
}

/**
 * At the start: what a crash left half-moved follows the row, which has the old name or the new one. A note may be older than
 * that: a power cut brings back what was removed last, and by then others may have the names. Nothing takes their place.
 * @param rows `nameNow`: name of a repository in its row; `holder`: id of the repository that has a name
 * @returns a sentence for each
 */
export async function finishRenames(
  journal: string,
  rows: { nameNow(repositoryId: number): string | undefined; holder(owner: string, name: string): number | undefined },
  movesOf: (rename: Rename) => Move[],
): Promise<string[]> {
  if (!existsSync(journal)) return [];
  const said: string[] = [];
  for (const file of readdirSync(journal)) {
    if (file.endsWith('.json')) {
      const wanted = JSON.parse(readFileSync(join(journal, file), 'utf8')) as Rename;
      const { repository_id, owner, from, to } = wanted;
      const done = rows.nameNow(repository_id) === to;
      const holder = rows.holder(owner, done ? from : to);
      const isOthers = holder !== undefined && holder !== repository_id;
      const moves = movesOf(wanted).map((move) => (done ? move : { from: move.to, to: move.from }));
      if (!isOthers) await moveAll(moves.filter(isFree));
      said.push(
        isOthers
          ? `The renaming of ${owner}/${from} to ${to} was over: another repository has the name. Nothing was moved.`
          : done
            ? `Finished renaming the repository ${owner}/${from} to ${to}.`
            : `The renaming of ${owner}/${from} to ${to} was cut off; it has its old name.`,
      );
    }
    await rm(join(journal, file), { force: true });
  }
  return said;
}
