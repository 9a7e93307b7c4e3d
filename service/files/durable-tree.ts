/** What others wrote, made durable: git, hg and svn leave files and names to the system's own time. */
import { mkdirSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './durable-file.ts';

/** Flushes at the same time: file systems write several files' journals in one go. */
const AT_ONCE = 4;

/**
 * Flushes every file below a folder, then the names in its folders, then its own name. Returns when all of it would be there
 * after a power cut. Files that vanish meanwhile are passed over; links are not followed.
 * @param leaveOut names directly in the folder that are not looked at
 * @throws Error with the system's code when the disk refuses
 */
export async function flushTree(root: string, leaveOut: readonly string[] = []): Promise<void> {
  const { files, folders } = await contents(root, leaveOut);
  const waiting = files.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of waiting) await syncFile(file);
    }),
  );
  // The innermost first: a name is worth as much as what it leads to.
  for (const folder of folders.reverse()) await unlessGone(() => syncFolder(folder));
  await syncFolder(dirname(root));
}

/**
 * Flushes the names in a folder and in all folders below it; for trees whose files were flushed as they were written.
 * @param leaveOut names directly in the folder that are not looked at
 */
export async function flushNames(root: string, leaveOut: readonly string[] = []): Promise<void> {
  const { folders } = await contents(root, leaveOut);
  for (const folder of folders.reverse()) await unlessGone(() => syncFolder(folder));
}

/** Flushes one file's content; does nothing when it is gone. */
export async function syncFile(path: string): Promise<void> {
  await unlessGone(async () => {
    // Windows flushes only what is open for writing, and packs are read-only there: their writer flushed them.
    const file = await open(path, process.platform === 'win32' ? 'r+' : 'r').catch(unwritableOnWindows);
    try {
      await file?.sync();
    } finally {
      await file?.close();
    }
  });
}

/** Makes a folder with those above it, and flushes the names of all that are new. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function contents(root: string, leaveOut: readonly string[]): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders = [root];
  for (const folder of folders) {
    await unlessGone(async () => {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (folder === root && leaveOut.includes(entry.name)) continue;
        if (entry.isFile()) files.push(join(folder, entry.name));
        else if (entry.isDirectory()) folders.push(join(folder, entry.name));
      }
    });
  }
  return { files, folders };
}

async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function unwritableOnWindows(error: NodeJS.ErrnoException): null {
  if (process.platform === 'win32' && (error.code === 'EPERM' || error.code === 'EACCES')) return null;
  throw error;
}
