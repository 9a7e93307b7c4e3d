import { isDotGit } from '../../../git/names/dot-git.ts';

/** What a path has that needs a look at each of its names: an empty name, or one that may be a `.` or what `isDotGit` looks for. */
const DOUBTFUL = /(?:^|\/)(?:[.gG/]|$)|[\\\x80-\uffff]/;

/** Whether Git takes the path into a tree. @param path its bytes as a latin1 string */
export function isUsable(path: string): boolean {
  if (!DOUBTFUL.test(path)) return true;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isDotGit(name));
}
