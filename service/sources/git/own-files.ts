/** Files of a Git folder of this machine: whoever made it may have put something else in the place of one. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { mayBeGitFolders } from './git-folder.ts';

/** Files that git opens to serve a repository; what else lies beside them may be anything. */
const FILES: ReadonlySet<string> = new Set(['HEAD', 'config', 'commondir', 'packed-refs', 'shallow']);
/** Folders of which it opens each file. */
const FOLDERS = ['objects/info', 'objects/pack', 'reftable'];
/** Entries that are looked at below `refs`; a real repository packs its refs before they are so many. */
const MOST_REFS = 100_000;

/**
 * Made sure of before git is started: it would wait for a pipe that nobody writes into.
 * @param url an address of any kind; of other machines nothing is looked at
 * @throws Failure `git.no_file`
 */
export async function requireFiles(url: string): Promise<void> {
  for (const folder of mayBeGitFolders(url)) {
    for (const entry of await entriesIn(folder)) if (FILES.has(entry.name)) await requireFile(entry);
    for (const inside of FOLDERS) for (const entry of await entriesIn(join(folder, inside))) await requireFile(entry);
    let left = MOST_REFS;
    const waiting = [join(folder, 'refs')];
    for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
      for (const entry of await entriesIn(next)) {
        left -= 1;
        if (entry.isDirectory()) waiting.push(join(next, entry.name));
        else await requireFile(entry);
      }
    }
  }
}

/** @throws Failure for a pipe or a device, and for a link to one */
async function requireFile(entry: Dirent): Promise<void> {
  if (entry.isFile() || entry.isDirectory()) return;
  const path = join(entry.parentPath, entry.name);
  const there = entry.isSymbolicLink() ? await statOf(path) : entry;
  if (there?.isFIFO() === true || there?.isCharacterDevice() === true || there?.isBlockDevice() === true)
    throw Failure.of('git.no_file', { path });
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Not there, or not to be read: git says why.
    return [];
  }
}

/** Links may lead nowhere, or to themselves. */
async function statOf(path: string) {
  try {
    return await stat(path);
  } catch {
    return undefined;
  }
}
