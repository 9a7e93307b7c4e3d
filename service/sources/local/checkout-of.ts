/** Checkouts of Git that lead to a repository elsewhere (gitrepository-layout(5)): worktrees, submodules, `--separate-git-dir`. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { namedByGitFile } from '../../git/git-file.ts';

/** @returns that the repository is not there which a checkout leads to; null for any other folder */
export function checkoutOfNothing(folder: string, url: string): Failure | null {
  const path = namedByGitFile(folder);
  if (path === null || existsSync(path)) return null;
  const repository = path.replace(/[/\\]worktrees[/\\][^/\\]+$/, '');
  const from = posix.basename(repository) === '.git' ? posix.dirname(repository) : repository;
  return Failure.of('address.git_elsewhere', { url, path: from });
}
