/** What a repository of this disk shows, by the files that say it: as long as they are the same, hg would answer the same. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from './requirements.ts';

/** Changesets, their phases, and their names (mercurial/bookmarks.py, mercurial/tags.py, mercurial/phases.py). */
const FILES = [
  'store/00changelog.i',
  'store/00changelog.d',
  'store/phaseroots',
  // Where a repository of before 2007 has no `store`.
  '00changelog.i',
  '00changelog.d',
  'phaseroots',
  'store/bookmarks',
  'bookmarks',
  'localtags',
];
/** Which changesets are hidden depends on what is checked out as well. */
const REPLACED = ['store/obsstore', 'obsstore'];

/**
 * Sizes, times and places of these files.
 * @returns null where they alone do not say what is shown
 */
export function filesStamp(repository: string): string | null {
  const shared = sharedFolder(repository);
  const folders = [join(repository, '.hg'), ...(shared === null ? [] : [shared])];
  const replaced = folders.flatMap((folder) => REPLACED.map((name) => statOf(join(folder, name))));
  if (replaced.some((stat) => (stat?.size ?? 0n) > 0n)) return null;
  return folders
    .flatMap((folder) => FILES.map((name) => statOf(join(folder, name))))
    .map((stat) => (stat === undefined ? '-' : `${stat.dev}.${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`))
    .join(' ');
}

function statOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
