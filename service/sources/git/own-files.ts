/** Files of a Git folder of this machine: whoever made it may have put something else in the place of one. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
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
export function requireFiles(url: string): void {
  for (const folder of mayBeGitFolders(url)) {
    for (const entry of entriesIn(folder)) if (FILES.has(entry.name)) requireFile(entry);
    for (const inside of FOLDERS) for (const entry of entriesIn(join(folder, inside))) requireFile(entry);
    let left = MOST_REFS;
    const waiting = [join(folder, 'refs')];
    for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
      for (const entry of entriesIn(next)) {
        left -= 1;
        if (entry.isDirectory()) waiting.push(join(next, entry.name));
        else requireFile(entry);
      }
    }
  }
}

/** @throws Failure for a pipe or a device, and for a link to one */
function requireFile(entry: Dirent): void {
  if (entry.isFile() || entry.isDirectory()) return;
  const path = join(entry.parentPath, entry.name);
  const there = entry.isSymbolicLink() ? statOf(path) : entry;
  if (there?.isFIFO() === true || there?.isCharacterDevice() === true || there?.isBlockDevice() === true)
    throw Failure.of('git.no_file', { path });
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there, or not to be read: git says why.
    return [];
  }
}

/** Links may lead nowhere, or to themselves. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
