/** Changes of a changeset, and where in the project they are. */
import type { Change } from '../api/answers.ts';
import { fold, folderOf } from '../paths.ts';

/** A change and its path relative to the project. */
export interface Placed {
  change: Change;
  path: string;
}

export function isCovered(path: string, folders: ReadonlySet<string>): boolean {
  return isBelow(fold(path), folders);
}

/** Whether a folded path is one of the folders or lies in one. */
export function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  return folders.has(path) || nearestAbove(path, folders) !== null;
}

export function nearestAbove(path: string, folders: ReadonlySet<string>): string | null {
  if (folders.size === 0) return null;
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) if (folders.has(at)) return at;
  return null;
}
