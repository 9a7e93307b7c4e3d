/** Where a path leads in the end, and whether that is within a folder. */
import type { Stats } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** Links followed until they are taken for a circle, as Linux does. */
const MOST_LINKS = 40;
/** Disks of these systems usually take large and small letters for the same. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Follows every symbolic link, each before the `..` behind it, as the system does. Unlike `realpath`, what is not there yet has a
 * place too.
 */
export async function placeOf(path: string): Promise<string> {
  const { root } = parse(resolve(path));
  let place = root;
  const left = path.slice(parse(path).root.length).split(sep === '/' ? '/' : /[\\/]/);
  for (let links = 0; left.length > 0; ) {
    const name = left.shift() ?? '';
    if (name === '' || name === '.') continue;
    if (name === '..') {
      place = dirname(place);
      continue;
    }
    const next = join(place, name);
    const target = links < MOST_LINKS ? await readlink(next).catch(() => null) : null;
    if (target === null) {
      place = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target)) place = parse(target).root;
    left.unshift(...target.slice(isAbsolute(target) ? parse(target).root.length : 0).split(sep));
  }
  // In the letters of the disk, where those do not matter.
  return IGNORES_CASE ? await realpath(place).catch(() => place) : place;
}

/** A folder that others must not lead into, known by its names and by itself. */
export interface Ground {
  /** Its place, and that of what lies directly within it: another way in may begin there. */
  places: string[];
  /** `<device>:<inode>` of the same. */
  selves: Set<string>;
}

/** @param folders the folder first, then those within it that are known by themselves too */
export async function groundOf(folders: readonly string[]): Promise<Ground> {
  const places = await Promise.all(folders.map(placeOf));
  const selves = await Promise.all(folders.map(selfOf));
  return { places: places.slice(0, 1), selves: new Set(selves.filter((self) => self !== null)) };
}

/** Whether a path leads to the folder or into it, read as it stands or with its links followed. */
export async function isWithin(path: string, ground: Ground): Promise<boolean> {
  for (const place of new Set([resolve(path), await placeOf(path)])) {
    for (let at = place; ; at = dirname(at)) {
      if (ground.places.some((own) => same(own, at))) return true;
      const self = await selfOf(at);
      if (self !== null && ground.selves.has(self)) return true;
      if (dirname(at) === at) break;
    }
  }
  return false;
}

/** Whether the folder lies at a path or below it. */
export async function isAbove(path: string, ground: Ground): Promise<boolean> {
  const self = await selfOf(path);
  const place = await placeOf(path);
  for (const own of ground.places) {
    for (let at = own; ; at = dirname(at)) {
      if (same(place, at) || (self !== null && self === (await selfOf(at)))) return true;
      if (dirname(at) === at) break;
    }
  }
  return false;
}

/** What is at a path, its links followed; null for nothing that can be seen. */
export function whatIs(path: string): Promise<Stats | null> {
  return stat(path).catch(() => null);
}

async function selfOf(path: string): Promise<string | null> {
  const there = await stat(path, { bigint: true }).catch(() => null);
  return there === null ? null : `${there.dev}:${there.ino}`;
}

function same(one: string, other: string): boolean {
  return IGNORES_CASE ? one.toLowerCase() === other.toLowerCase() : one === other;
}
