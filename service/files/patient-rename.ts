/** Renames that wait for scanners: on Windows a file that somebody else has open keeps its name for a moment. */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What Windows answers while a virus scanner, an indexer or a backup has the file or the name it is to take open. graceful-fs
 * tries again for 60 s after the same codes (`polyfills.js`, `patch(fs)`).
 */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Milliseconds between tries; the last one is told. 3.1 s in all: longer, and it is no scanner. */
const PAUSES = [10, 20, 40, 80, 150, 300, 500, 1000, 1000];

interface Ways {
  platform?: NodeJS.Platform;
}

/** As `rename` of node:fs, tried again for some seconds where somebody holds the file on Windows. @throws the last error */
export async function renamePatiently(
  from: string,
  to: string,
  { platform = process.platform, once = rename }: Ways & { once?: (from: string, to: string) => Promise<void> } = {},
): Promise<void> {
  for (const wait of platform === 'win32' ? PAUSES : []) {
    try {
      await once(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await pause(wait);
  }
  await once(from, to);
}

/** As `renamePatiently`, for threads that may wait, and for starts. */
export function renamePatientlyNow(
  from: string,
  to: string,
  { platform = process.platform, once = renameSync }: Ways & { once?: (from: string, to: string) => void } = {},
): void {
  for (const wait of platform === 'win32' ? PAUSES : []) {
    try {
      once(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  }
  once(from, to);
}

function isHeld(error: unknown): boolean {
  return HELD.has((error as NodeJS.ErrnoException).code ?? '');
}
