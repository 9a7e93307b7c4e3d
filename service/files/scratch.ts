/**
 * Folders in memory for files that programs write and delete again at once. Subversion writes each delta of a dump to a file
 * (`store_delta` in subversion/libsvn_repos/dump.c, `svn_io_open_unique_file3`): on ext4, which passes over inodes that were
 * deleted a moment ago (`recently_deleted` in fs/ext4/ialloc.c), that took svnadmin two thirds of its time.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const MEMORY = '/dev/shm';
/** `f_type` of a file system in memory (statfs(2), TMPFS_MAGIC). */
const TMPFS = 0x01021994;
/** Bytes that must be free there, and in all: several files of `LARGEST_SCRATCH`. */
const ENOUGH = 1 << 30;

/** Bytes of one file: larger ones belong on a disk. */
export const LARGEST_SCRATCH = 256 << 20;

/** Where the scratch of a data folder lies: one for each of them and each person, so that what a killed engine left is found. */
export function scratchOf(dataFolder: string): string {
  const name = createHash('sha256')
    .update(`${process.getuid?.()} ${resolve(dataFolder)}`)
    .digest('hex');
  return join(MEMORY, `gantry-${name.slice(0, 16)}`);
}

/** @returns a new folder for this work alone; null where there is no memory for it */
export function takeScratch(dataFolder: string): string | null {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * ENOUGH) return null;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    if (type !== TMPFS || bavail * bsize < ENOUGH) return null;
    const root = scratchOf(dataFolder);
    mkdirSync(root, { recursive: true, mode: 0o700 });
    return isOurs(root) ? mkdtempSync(join(root, 'work-')) : null;
  } catch {
    // Closed to writing, full, or a container without one: the disk serves as well.
    return null;
  }
}

/** Removes what was taken, and what it lay in when nobody else has something there. */
export function giveScratchBack(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    rmdirSync(dirname(folder));
  } catch (error) {
    if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** At the start, when nobody works: removes what a killed engine left. */
export function removeScratch(dataFolder: string): void {
  if (process.platform !== 'linux') return;
  const root = scratchOf(dataFolder);
  if (isOurs(root)) rmSync(root, { recursive: true, force: true });
}

/** Everybody may make names there, links too. */
function isOurs(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  return there?.isDirectory() === true && there.uid === process.getuid?.() && (there.mode & 0o077) === 0;
}
