/** The trees that the last mapping made of revisions, for who compares them with the source. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rowOf } from '../../../vocabulary/revision-row.ts';
import { MADE_CUTS, MADE_REVISIONS, type MadeCut } from './made-revisions.ts';

/** A commit or tag that a revision became. */
export interface MadeTree {
  /** Revision number. */
  revision: number;
  /** Folder from the root. */
  path: string;
  commit: string;
  /** Folders in it that are not in the tree. */
  cut: readonly string[];
}

/** All that the last mapping made, in the source's order. @param folder `imports/<id>` */
export async function madeTrees(folder: string): Promise<MadeTree[]> {
  const changes = new Map<string, string[]>();
  for await (const line of linesOf(join(folder, MADE_CUTS))) {
    const { path, commit, folders } = JSON.parse(line) as MadeCut;
    changes.set(`${commit} ${path}`, folders);
  }
  const cuts = new Map<string, string[]>();
  const made: MadeTree[] = [];
  for await (const line of linesOf(join(folder, MADE_REVISIONS))) {
    const row = rowOf(line);
    if (row === null) continue;
    const { path, commit } = row;
    const change = changes.get(`${commit} ${path}`);
    if (change !== undefined) cuts.set(path, change);
    made.push({ revision: Number(row.revision.slice(1)), path, commit, cut: cuts.get(path) ?? [] });
  }
  return made;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  if (existsSync(file)) yield* createInterface({ input: createReadStream(file, 'utf8') });
}
