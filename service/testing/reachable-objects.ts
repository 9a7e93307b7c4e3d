/** What lies in a repository against what its refs reach, as git itself counts both. */
import { git } from './git-sources.ts';

/** Different objects in the repository's own packs and loose ones. */
export function storedIds(path: string): string[] {
  const all = git(path, ['--git-dir', path, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
  return all === '' ? [] : all.split('\n');
}

/** Ids that nothing reaches. */
export function unreachableIds(path: string): string[] {
  const reached = git(path, ['--git-dir', path, 'rev-list', '--objects', '--no-object-names', '--all']).split('\n');
  const known = new Set(reached);
  return storedIds(path).filter((id) => !known.has(id));
}

/** Whether an object of this repository holds a text. */
export function holdsText(path: string, text: string): boolean {
  return storedIds(path).some((id) => git(path, ['--git-dir', path, 'cat-file', '-p', id]).includes(text));
}
