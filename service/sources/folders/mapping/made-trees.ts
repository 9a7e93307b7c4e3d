/** The trees that the last mapping made of revisions, for who compares them with the source. */
import { join } from 'node:path';
import { isPackedThere, packedBytes, packedLines } from '../../../files/packed-file.ts';
import { rowOf } from '../../../vocabulary/revision-row.ts';
import { samplePlaces } from '../../sample.ts';
import { MADE_CUTS, MADE_REVISIONS, type MadeCut } from './made-revisions.ts';

const NEWLINE = 0x0a;

/** Some of the trees that were made, and how many there are. */
export interface Sample {
  some: MadeTree[];
  count: number;
}

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

/** Tells what a revision became in one folder from all else. */
export function keyOfMade(revision: number, path: string): string {
  return `${revision} ${path}`;
}

/**
 * All that the last mapping made, in the source's order, one after the other: a list of a million revisions' would be what fills
 * the memory of a thread that needs a few of them.
 * @param folder `imports/<id>`
 */
export async function* madeTrees(folder: string): AsyncGenerator<MadeTree> {
  const changes = new Map<string, string[]>();
  for await (const line of packedLines(join(folder, MADE_CUTS))) {
    const { path, commit, folders } = JSON.parse(line) as MadeCut;
    changes.set(`${commit} ${path}`, folders);
  }
  const cuts = new Map<string, string[]>();
  for await (const line of packedLines(join(folder, MADE_REVISIONS))) {
    const row = rowOf(line);
    if (row === null) continue;
    const { path, commit } = row;
    const change = changes.get(`${commit} ${path}`);
    if (change !== undefined) cuts.set(path, change);
    yield { revision: Number(row.revision.slice(1)), path, commit, cut: cuts.get(path) ?? [] };
  }
}

/** How many `madeTrees` gives: a line is one, and has no line's end in it. */
export async function countMadeTrees(folder: string): Promise<number> {
  const file = join(folder, MADE_REVISIONS);
  let count = 0;
  if (!isPackedThere(file)) return count;
  for await (const piece of packedBytes(file)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  }
  return count;
}

/** A few of them, the same ones each time, and how many there are. */
export async function sampleOfMade(folder: string): Promise<Sample> {
  const count = await countMadeTrees(folder);
  const places = new Set(samplePlaces(count));
  const some: MadeTree[] = [];
  let at = 0;
  for await (const made of madeTrees(folder)) if (places.has(at++)) some.push(made);
  return { some, count };
}
