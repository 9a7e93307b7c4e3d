/** Which Git folder of this machine an address names. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commonFolderOf } from '../../git/git-file.ts';
import { InvalidAddress, readAddress } from '../address.ts';
import { pathsNamedBy } from '../local/named-paths.ts';

/** Where git looks for a repository below a path (path.c, `enter_repo`). */
const SUFFIXES = ['/.git', '', '.git'];

/**
 * Folders with packs that git could take an address of this machine for, by path or `file:`.
 * @returns absolute paths in git's order, none for anything else
 */
export function gitFoldersOf(url: string): string[] {
  const folders = pathsOf(url).flatMap((path) => SUFFIXES.map((suffix) => path + suffix));
  return folders.filter((path) => existsSync(join(path, 'objects/pack')));
}

/** As `gitFoldersOf`, with or without packs, and the folder that a worktree or a submodule leads to. */
export function mayBeGitFolders(url: string): string[] {
  return pathsOf(url).flatMap((path) => [
    ...SUFFIXES.map((suffix) => path + suffix).filter((folder) => existsSync(join(folder, 'objects'))),
    ...[commonFolderOf(path)].filter((folder) => folder !== null),
  ]);
}

/** The folder with objects, refs and settings of an address of this machine, that of a worktree or a submodule too. */
export function gitFolderOf(url: string): string | undefined {
  const [folder] = gitFoldersOf(url);
  return folder ?? pathsOf(url).flatMap((path) => commonFolderOf(path) ?? [])[0];
}

/** Whether an address of this machine names a file, as bundles are. */
export function isPlainFile(url: string): boolean {
  return pathsOf(url).some((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** @returns none for an address of another machine, and for what is none */
function pathsOf(url: string): string[] {
  try {
    const address = readAddress(url);
    return address.scheme === 'path' || address.scheme === 'file' ? pathsNamedBy(address) : [];
  } catch (error) {
    if (error instanceof InvalidAddress) return [];
    throw error;
  }
}
