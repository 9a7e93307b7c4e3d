/** Which Git folder of this machine an address names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidAddress, readAddress } from '../address.ts';
import { pathsNamedBy } from '../local/named-paths.ts';

/** Where git looks for a repository below a path (path.c, `enter_repo`). */
const SUFFIXES = ['/.git', '', '.git'];

/**
 * Folders with packs that git could take an address of this machine for, by path or `file:`.
 * @returns absolute paths in git's order, none for anything else
 */
export function gitFoldersOf(url: string): string[] {
  try {
    const address = readAddress(url);
    if (address.scheme !== 'path' && address.scheme !== 'file') return [];
    const folders = pathsNamedBy(address).flatMap((path) => SUFFIXES.map((suffix) => path + suffix));
    return folders.filter((path) => existsSync(join(path, 'objects/pack')));
  } catch (error) {
    if (error instanceof InvalidAddress) return [];
    throw error;
  }
}
