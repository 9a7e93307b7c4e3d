/**
 * A Git repository of this machine whose packs are copied as they lie, which spares git counting and packing its objects. Of it
 * nothing is believed but the packs themselves, and each object in them is proved (`near-packs.ts`). What is not plain goes through
 * git's own transport.
 */
import { lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitFoldersOf } from './git-folder.ts';

/** With more packs, starting a git for each costs more than one that puts them together. */
const MOST_PACKS = 50;
/** Loose objects are packed before they are proved; so many git packs soon. */
const MOST_LOOSE = 20_000;
/** An index of version 2 (git's `Documentation/gitformat-pack.txt`). */
const INDEX = Buffer.from('ff744f6300000002', 'hex');
/** What makes of a folder of objects more, or less, than what lies in it. */
const NOT_PLAIN = ['shallow', 'commondir', 'objects/info/alternates', 'objects/info/http-alternates'];

/** How a repository is mirrored. */
export type Nearness =
  /** A folder that is copied; `isPlain` tells whether git's own transport may be tried where that fails. */
  | { folder: string; isPlain: boolean }
  /** By git's own transport. */
  | null;

/** @returns how the repository that an address names is mirrored */
export async function nearFolder(url: string): Promise<Nearness> {
  const folders = gitFoldersOf(url);
  try {
    // Links may lead to what nobody meant to show: git refuses to copy them, and is left to (CVE-2022-39253).
    if (!/^file:/i.test(url)) {
      for (const folder of folders) if (await hasLinks(folder)) return { folder: url, isPlain: false };
    }
    // An address that two folders answer to is git's to read.
    const [folder, ...others] = folders;
    if (folder === undefined || others.length > 0) return null;
    return (await isPlain(folder)) ? { folder, isPlain: true } : null;
  } catch (error) {
    // Somebody works in it, or it is not to be read: git has the words for that.
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

async function hasLinks(folder: string): Promise<boolean> {
  const objects = join(folder, 'objects');
  if ((await lstat(objects)).isSymbolicLink()) return true;
  for (const name of ['', 'pack', 'info']) {
    const entries = await readdir(join(objects, name), { withFileTypes: true }).catch(nothingThere);
    if (entries.some((entry) => entry.isSymbolicLink())) return true;
  }
  return false;
}

function nothingThere(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function isPlain(folder: string): Promise<boolean> {
  for (const name of NOT_PLAIN) if (await isThere(join(folder, name))) return false;
  if (/^\s*objectformat\s*=\s*sha256\s*$/im.test(await readFile(join(folder, 'config'), 'utf8'))) return false;
  if (await hasLinks(folder)) return false;
  const packFolder = join(folder, 'objects/pack');
  const entries = await readdir(packFolder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  if (entries.some((entry) => !entry.isFile() || entry.name.endsWith('.promisor'))) return false;
  const packs = [...names].filter((name) => name.endsWith('.pack'));
  if (packs.length > MOST_PACKS) return false;
  for (const pack of packs) {
    const index = pack.replace(/\.pack$/, '.idx');
    if (!names.has(index) || !(await begins(join(packFolder, index), INDEX))) return false;
  }
  return (await looseCount(join(folder, 'objects'))) <= MOST_LOOSE;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function begins(path: string, bytes: Buffer): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(bytes.length);
    await file.read(start, 0, start.length, 0);
    return start.equals(bytes);
  } finally {
    await file.close();
  }
}

async function looseCount(objects: string): Promise<number> {
  const folders = (await readdir(objects)).filter((name) => /^[\da-f]{2}$/.test(name));
  const counts = await Promise.all(folders.map(async (name) => (await readdir(join(objects, name))).length));
  return counts.reduce((sum, count) => sum + count, 0);
}
