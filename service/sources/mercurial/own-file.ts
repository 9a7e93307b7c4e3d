/** Files of a repository of this disk: whoever made it may have put something else in the place of one. */
import { closeSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { openRegularFile } from '../../files/regular-file.ts';
import { readFully } from '../../git/pack/pack-file.ts';

/** Bytes of a list that is read whole: the names of a million files have 100 MB. */
const MOST_WHOLE = 256 << 20;

/**
 * Opens a file for reading.
 * @throws Failure `mercurial.no_file` for what is none: hg would wait for it without an end; errors of the system
 */
export function openOwnFile(path: string): { descriptor: number; size: number } {
  const opened = openRegularFile(path);
  if (opened === null) throw Failure.of('mercurial.no_file', { path });
  return opened;
}

/** All of a file. @returns null where there is none @throws Failure `mercurial.no_file`; errors of the system */
export function wholeOwnFile(path: string, most = MOST_WHOLE): Buffer | null {
  const opened = openIfThere(path);
  if (opened === null) return null;
  try {
    if (opened.size > most) throw Failure.of('mercurial.no_file', { path });
    const bytes = Buffer.allocUnsafe(opened.size);
    readFully(opened.descriptor, bytes, 0);
    return bytes;
  } finally {
    closeSync(opened.descriptor);
  }
}

function openIfThere(path: string): { descriptor: number; size: number } | null {
  try {
    return openOwnFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Folders of `.hg` whose files hg opens by itself. */
const FOLDERS = ['', 'store', 'cache'];

/**
 * Made sure of before hg is started: it would wait for a pipe that nobody writes into.
 * @param place `.hg`, or one whose store is shared
 * @throws Failure `mercurial.no_file`
 */
export function requireFiles(place: string): void {
  for (const folder of FOLDERS.map((name) => join(place, name))) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const there = statOf(path);
      if (there?.isFIFO() === true || there?.isCharacterDevice() === true || there?.isBlockDevice() === true)
        throw Failure.of('mercurial.no_file', { path });
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not there, or not to be read: hg says why.
    return [];
  }
}

/** Locks are links that lead nowhere, or to themselves. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
