/** Checkouts of Git that lead to a repository elsewhere (gitrepository-layout(5)): worktrees, submodules, `--separate-git-dir`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, posix, win32 } from 'node:path';
import { Failure } from '../../failures/failure.ts';

/** A file of git's own has one path in it. */
const MOST_BYTES = 16_384;

/** @returns that the repository is not there which a checkout leads to; null for any other folder */
export async function checkoutOfNothing(folder: string, url: string): Promise<Failure | null> {
  const text = await readFile(join(folder, '.git'), 'utf8').catch(() => null);
  const named = text !== null && text.length <= MOST_BYTES ? /^gitdir: ([^\n\r]+)/.exec(text)?.[1] : undefined;
  if (named === undefined) return null;
  // What Windows wrote is as absolute where it is read elsewhere.
  const path = isAbsolute(named) || win32.isAbsolute(named) ? named : join(folder, named);
  if (existsSync(path)) return null;
  const repository = path.replace(/[/\\]worktrees[/\\][^/\\]+$/, '');
  const from = posix.basename(repository) === '.git' ? posix.dirname(repository) : repository;
  return Failure.of('address.git_elsewhere', { url, path: from });
}
