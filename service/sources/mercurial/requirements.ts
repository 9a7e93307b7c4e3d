/** What a repository of this disk asks of the hg that opens it. */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { requireFiles, wholeOwnFile } from './own-file.ts';

/** A few words, or a path. */
const MOST_BYTES = 64 << 10;

/** What hg must know to open a repository of this disk (`.hg/requires`, `.hg/store/requires`). @throws Failure for what is no file */
export function requirementsOf(repository: string): ReadonlySet<string> {
  const places = [join(repository, '.hg'), sharedFolder(repository)].filter((place) => place !== null);
  for (const place of places) requireFiles(place);
  const files = places.flatMap((place) => [join(place, 'requires'), join(place, 'store', 'requires')]);
  const asked = new Set(files.flatMap((file) => textOf(file, 'latin1')?.split('\n') ?? []));
  // Mercurial writes it down at a commit alone (hgext/lfs, `checkrequireslfs`): not where an amended or rebased changeset brought the first such file.
  if (places.some((place) => existsSync(join(place, 'store', 'lfs', 'objects')))) asked.add('lfs');
  if (places.some(hasLargefiles)) asked.add('largefiles');
  return asked;
}

/** Whether contents of the largefiles extension lie there, which are named by their SHA-1. */
function hasLargefiles(place: string): boolean {
  const folder = join(place, 'largefiles');
  return existsSync(folder) && readdirSync(folder).some((name) => /^[\da-f]{40}$/.test(name));
}

export type HgExtension = 'largefiles' | 'lfs' | 'share' | 'sparse';

/** By the requirement for which hg refuses to open a repository without them (hgext/largefiles, hgext/lfs, hgext/sparse.py). */
const EXTENSIONS: ReadonlyMap<string, HgExtension> = new Map([
  ['largefiles', 'largefiles'],
  ['lfs', 'lfs'],
  ['exp-sparse', 'sparse'],
]);

/** For addresses of which that is not known. */
export const ALL_EXTENSIONS: readonly HgExtension[] = [...EXTENSIONS.values()];

/** Those without which hg does not open a repository of this disk, or does not see all of it. */
export function extensionsFor(repository: string): HgExtension[] {
  const required = [...requirementsOf(repository)].flatMap((requirement) => EXTENSIONS.get(requirement) ?? []);
  // What is shared beside the store: bookmarks (`hg share --bookmarks`; hgext/share.py, `_hassharedbookmarks`).
  return existsSync(join(repository, '.hg', 'shared')) ? [...required, 'share'] : required;
}

/** Whether hg opens a repository of this disk only with the largefiles extension. */
export function needsLargefiles(repository: string): boolean {
  return requirementsOf(repository).has('largefiles');
}

/** Whether a repository of this disk keeps contents beside its history with the lfs extension. */
export function needsLfs(repository: string): boolean {
  return requirementsOf(repository).has('lfs');
}

/** The `.hg` whose store a repository shares (`hg share`); null where it has its own. */
export function sharedFolder(repository: string): string | null {
  const path = textOf(join(repository, '.hg', 'sharedpath'), 'utf8')?.replace(/\r?\n$/, '');
  if (path === undefined) return null;
  return isAbsolute(path) ? path : resolve(repository, '.hg', path);
}

/** @returns undefined where there is no such file @throws Failure for what is none */
function textOf(path: string, encoding: 'latin1' | 'utf8'): string | undefined {
  return existsSync(path) ? wholeOwnFile(path, MOST_BYTES)?.toString(encoding) : undefined;
}
