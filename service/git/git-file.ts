/** The file `.git` that worktrees, submodules and `--separate-git-dir` have in place of the folder (gitrepository-layout(5)). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve, win32 } from 'node:path';

/** A file of git's own has one path in it. */
const MOST_BYTES = 16_384;

/**
 * The folder that a checkout's file leads to, as the file says it: it may not be there.
 * @param checkout the folder with the file
 * @returns null where there is no such file
 */
export function namedByGitFile(checkout: string): string | null {
  const named = /^gitdir: ([^\n\r]+)/.exec(shortFile(join(checkout, '.git')))?.[1];
  if (named === undefined) return null;
  // What Windows wrote is as absolute where it is read elsewhere.
  return isAbsolute(named) || win32.isAbsolute(named) ? named : join(checkout, named);
}

/** The folder with objects, refs and settings of a checkout with such a file: all worktrees have one in common. */
export function commonFolderOf(checkout: string): string | null {
  const folder = namedByGitFile(checkout);
  if (folder === null) return null;
  const common = shortFile(join(folder, 'commondir')).trim();
  const found = common === '' ? folder : resolve(folder, common);
  return existsSync(join(found, 'objects/pack')) ? found : null;
}

/** @returns '' for what is no file of so few bytes that can be read */
function shortFile(path: string): string {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    return there?.isFile() === true && there.size <= MOST_BYTES ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
