/** Files of a repository of this disk: whoever made it may have put something else in the place of one. */
import { closeSync } from 'node:fs';
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
