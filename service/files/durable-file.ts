/** Small files that must be whole after a crash. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ByTurns } from './by-turns.ts';
import { renamePatiently } from './patient-rename.ts';

/** By path: two who write a file at once would write into the same temporary one, and take it from each other. */
const writing = new ByTurns<string>();

/**
 * Writes a file under a temporary name, flushes it and gives it its name. Of several who write it in this thread the last one that asked is last.
 * @param content text, or pieces of it
 */
export function writeDurably(path: string, content: string | Iterable<string>, mode = 0o600): Promise<void> {
  return writing.take(path, () => writeUnfinished(path, content, mode));
}

async function writeUnfinished(path: string, content: string | Iterable<string>, mode: number): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await renamePatiently(unfinished, path);
  await syncFolder(dirname(path));
}

/** Characters of a long text that are written at once. */
const CHUNK = 256 * 1024;

/**
 * Writes a long text for everybody to read, as its pieces come: it blocks nothing and is never in memory whole. Whole or not
 * there. Of several who write it in this thread the last one that asked is last.
 */
export function writePieces(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  return writing.take(path, () => writeUnfinishedPieces(path, pieces));
}

async function writeUnfinishedPieces(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.new`;
  try {
    const file = await open(unfinished, 'w', 0o644);
    try {
      let chunk = '';
      for await (const piece of pieces) {
        chunk += piece;
        if (chunk.length < CHUNK) continue;
        await file.writeFile(chunk);
        chunk = '';
      }
      await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await renamePatiently(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Flushes the names in a folder to the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems keep names in order by themselves.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** As `syncFolder`, for threads that may wait. */
export function syncFolderNow(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Whether a file could not be linked but can be copied. What a system says to links on exFAT: EPERM on Linux, ENOTSUP on macOS,
 * ERROR_INVALID_FUNCTION on Windows, which libuv calls EISDIR (`uv_translate_sys_error`, src/win/error.c).
 */
export function isWithoutLinks(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EISDIR'].includes(code);
}

/** Links a file to another name; copies it where links do not reach (another file system). Whole or not there. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    const unfinished = join(dirname(target), `tmp_${basename(target)}`);
    await copyFile(source, unfinished);
    const file = await open(unfinished, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await renamePatiently(unfinished, target);
  }
}

/**
 * Gives a file another name, in place of another file that has it: what is there by name may be damaged.
 * @returns `same` where the name is the file's already
 */
export async function linkInPlace(source: string, target: string): Promise<'new' | 'replaced' | 'same'> {
  const wanted = await stat(source);
  const there = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (there === null) {
    await linkOrCopy(source, target);
    return 'new';
  }
  if (there.ino === wanted.ino && there.dev === wanted.dev) return 'same';
  const unfinished = join(dirname(target), `tmp_link-${basename(target)}`);
  await rm(unfinished, { force: true });
  await linkOrCopy(source, unfinished);
  await renamePatiently(unfinished, target);
  return 'replaced';
}
