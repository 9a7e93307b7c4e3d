/** The objects that lie in a folder of objects itself: what it borrows from others does not count. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { countDifferent } from './id-cursor.ts';
import { SortedIds } from './sorted-ids.ts';

/** Packs of a repository that git can read: those with an index. Absolute paths, sorted. */
export function readablePacks(repository: string): string[] {
  const folder = join(repository, 'objects/pack');
  if (!existsSync(folder)) return [];
  const names = new Set(readdirSync(folder));
  return [...names]
    .filter((name) => name.endsWith('.pack') && names.has(name.replace(/\.pack$/, '.idx')))
    .sort()
    .map((name) => join(folder, name));
}

/** How many entries packs have together, as the fan-outs of their indexes say (version 2, `Documentation/gitformat-pack.txt`). */
export function countEntries(packs: readonly string[]): number {
  const last = Buffer.alloc(4);
  return packs.reduce((sum, pack) => {
    const index = openSync(pack.replace(/\.pack$/, '.idx'), 'r');
    readSync(index, last, 0, 4, 8 + 255 * 4);
    closeSync(index);
    return sum + last.readUInt32BE();
  }, 0);
}

/** Ids of loose objects, hex. */
export function looseIds(repository: string): string[] {
  const folder = join(repository, 'objects');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^[\da-f]{2}$/.test(name))
    .flatMap((start) =>
      readdirSync(join(folder, start))
        .filter((rest) => /^[\da-f]{38,62}$/.test(rest))
        .map((rest) => start + rest),
    );
}

/**
 * How many different objects a repository holds, packed and loose.
 * @param idBytes 20, or 32 in a repository of SHA-256
 * @throws RangeError for an index of another version
 */
export function countStored(repository: string, idBytes: number): number {
  const lists: SortedIds[] = [];
  try {
    for (const pack of readablePacks(repository)) lists.push(idsOfPack(pack, idBytes));
    lists.push(SortedIds.ofHex(looseIds(repository), idBytes));
    return countDifferent(lists.map((ids) => ids.cursor()));
  } finally {
    for (const ids of lists) ids.close();
  }
}

/** @throws RangeError for an index of another version */
export function idsOfPack(pack: string, idBytes: number): SortedIds {
  return SortedIds.ofIndex(pack.replace(/\.pack$/, '.idx'), idBytes);
}
