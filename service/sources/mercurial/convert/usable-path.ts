import { isDotGit } from '../../../git/names/dot-git.ts';

/** Whether Git takes the path into a tree. @param path its bytes as a latin1 string */
export function isUsable(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isDotGit(name));
}
