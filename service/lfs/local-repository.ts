import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathOfFileUrl } from '../files/file-url.ts';
import { runGit } from '../git/git.ts';
import { commonFolderOf } from '../git/git-file.ts';

/** The Git folder of a repository on this machine; null for any other. */
export function localRepository(url: string): string | null {
  const path = url.startsWith('file:') ? pathOfFileUrl(url) : url;
  if (path === null) return null;
  if (URL.canParse(path) && !/^[a-z]:[\\/]/i.test(path)) return null;
  // As git looks for it.
  const folders = [join(path, '.git'), path, join(`${path}.git`, '.git'), `${path}.git`];
  return folders.find((folder) => existsSync(join(folder, 'objects'))) ?? commonFolderOf(path);
}

/**
 * Where a repository of this machine keeps contents: beside its objects, or where its settings say (git-lfs-config(5), `lfs.storage`;
 * relative to the Git folder).
 * @param repository as `localRepository` gives it
 */
export async function contentsOf(repository: string, signal: AbortSignal): Promise<string> {
  const { stdout } = await runGit({
    args: ['config', '--file', join(repository, 'config'), '--get', 'lfs.storage'],
    signal,
    // Ends with 1 where it is not set.
    successExitCodes: 'any',
  }).done;
  return join(resolve(repository, stdout.trim() || 'lfs'), 'objects');
}
