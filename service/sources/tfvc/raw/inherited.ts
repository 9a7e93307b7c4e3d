/**
 * Where an item's content is already, when the server names no checksum (its API 1.0): what was branched or renamed and
 * not changed with it has the content of what it came from.
 */
import type { Change } from '../api/answers.ts';
import { fold, inProject } from '../paths.ts';
import { sourceOfMove } from './change-kinds.ts';

/** A file of the project after a changeset. */
export interface Origin {
  path: string;
  changeset: number;
}

/** A folder that came from elsewhere in the project. */
export interface CameFrom {
  /** Below the project. */
  path: string;
  kind: 'rename' | 'branch' | 'undelete';
  source: string | null;
  version: number | null;
}

/** Words that leave the content what it was before. */
const LEAVING = ['encoding', 'lock', 'property', 'none'];
/** Words beside which content stays what it was in the source. */
const CARRYING: ReadonlySet<string> = new Set(['branch', 'rename', 'targetrename', ...LEAVING]);

/**
 * @param change what the changeset says of the file itself; undefined where it names only the folder
 * @param folder the folder that the file came with, if it did
 * @returns null where the content has to be asked for
 */
export function originOf(
  path: string,
  change: Change | undefined,
  folder: CameFrom | null,
  { project, changeset }: { project: string; changeset: number },
): Origin | null {
  if (change !== undefined) {
    if (![...change.kinds].every((kind) => CARRYING.has(kind))) return null;
    const { kind, from, to } = sourceOfMove(change);
    if (from !== null) {
      const source = inProject(from, project);
      return source === null ? null : originAt(source, kind, to, changeset);
    }
    if (folder === null && [...change.kinds].every((word) => LEAVING.includes(word)))
      return { path, changeset: changeset - 1 };
  }
  if (folder === null || folder.source === null || folder.kind === 'undelete') return null;
  return originAt(`${folder.source}${path.slice(folder.path.length)}`, folder.kind, folder.version, changeset);
}

function originAt(path: string, kind: CameFrom['kind'], to: number | null, changeset: number): Origin | null {
  if (kind === 'rename') return { path, changeset: changeset - 1 };
  return kind === 'undelete' || to === null ? null : { path, changeset: Math.min(to, changeset - 1) };
}

/** The changes of files, by folded path below the project. */
export function byPath(inside: readonly { change: Change; path: string }[]): Map<string, Change> {
  return new Map(inside.flatMap(({ change, path }) => (change.kinds.has('delete') ? [] : [[fold(path), change]])));
}
