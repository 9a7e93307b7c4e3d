import { isDotGit, isDotGitModules } from '../../../git/names/dot-git.ts';

/** What a path has that needs a look at each of its names: an empty name, or one that may be a `.` or what `isDotGit` looks for. */
const DOUBTFUL = /(?:^|\/)(?:[.gG/]|$)|[\\\x80-\uffff]/;

/** Whether Git takes the path into a tree. @param path its bytes as a latin1 string @param isLink whether a symbolic link lies there */
export function isUsable(path: string, isLink = false): boolean {
  if (!DOUBTFUL.test(path)) return true;
  if (isLink && mayBeUnusable(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isDotGit(name));
}

/** Whether the path is one of those that Git takes a file at, but no link. */
export function mayBeUnusable(path: string): boolean {
  return isDotGitModules(path.slice(path.lastIndexOf('/') + 1));
}
