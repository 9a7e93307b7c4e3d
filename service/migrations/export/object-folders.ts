/** The files that hold a repository's objects, held by links so that no repacking takes them away meanwhile. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithoutLinks } from '../../files/durable-file.ts';

/** Alternates of alternates are followed so far, as git does. */
const DEEPEST_ALTERNATE = 5;

/** A repository's own folder of objects and those that it borrows from. */
export function objectFolders(repository: string): string[] {
  const found: string[] = [];
  const follow = (folder: string, depth: number) => {
    if (found.includes(folder) || depth > DEEPEST_ALTERNATE || !existsSync(folder)) return;
    found.push(folder);
    const list = join(folder, 'info/alternates');
    if (!existsSync(list)) return;
    for (const line of readFileSync(list, 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      follow(isAbsolute(line) ? line : resolve(folder, line), depth + 1);
    }
  };
  follow(join(repository, 'objects'), 0);
  return found;
}

/**
 * Links loose objects, then packs with their indexes, into the folder of objects of a new repository. In this order: a
 * loose object that vanishes in between has gone into a pack.
 * @returns ids of the loose objects, sorted; null when a pack vanished on the way and all must be begun anew
 */
export async function holdObjects(folders: readonly string[], into: string): Promise<string[] | null> {
  const loose = new Set<string>();
  for (const folder of folders) {
    for (const start of list(folder).filter((name) => /^[\da-f]{2}$/.test(name))) {
      for (const rest of list(join(folder, start)).filter((name) => /^[\da-f]{38,62}$/.test(name))) {
        if (await hold(join(folder, start, rest), join(into, start, rest))) loose.add(start + rest);
      }
    }
  }
  for (const folder of folders) {
    const names = new Set(list(join(folder, 'pack')));
    for (const index of names) {
      const pack = index.replace(/\.idx$/, '.pack');
      if (pack === index || !names.has(pack)) continue;
      for (const name of [pack, index]) {
        if (!(await hold(join(folder, 'pack', name), join(into, 'pack', name)))) return null;
      }
    }
  }
  return [...loose].sort();
}

/** Links a file, or copies it where links do not reach. @returns false when it is not there */
export async function hold(from: string, to: string): Promise<boolean> {
  mkdirSync(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST') return true;
    if (!isWithoutLinks(error)) throw error;
    try {
      await copyFile(from, to);
    } catch (copyError) {
      if ((copyError as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw copyError;
    }
  }
  return true;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
