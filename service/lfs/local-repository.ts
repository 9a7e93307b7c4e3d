import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfFileUrl } from '../files/file-url.ts';
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
