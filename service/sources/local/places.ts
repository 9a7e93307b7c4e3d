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
 * @param looked of many paths at once: what was found of the folders that they lie in
 */
export async function placeOf(path: string, looked: Looked | null = null): Promise<string> {
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
    const target = links < MOST_LINKS ? await linkAt(next, left.length > 0 ? looked : null) : null;
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

/** What was found of folders, for as long as one request takes. */
export interface Looked {
  links: Map<string, Promise<string | null>>;
  selves: Map<string, Promise<string | null>>;
}

/** A folder that others must not lead into, known by its names and by itself. */
export interface Ground {
  /** Its place, and that of what lies directly within it: another way in may begin there. */
  places: string[];
  /** `<device>:<inode>` of the same. */
  selves: Set<string>;
  /** Of many questions at once. */
  looked: Looked | null;
}

/** @param folders the folder first, then those within it that are known by themselves too */
export async function groundOf(folders: readonly string[]): Promise<Ground> {
  const places = await Promise.all(folders.map((folder) => placeOf(folder)));
  const selves = await Promise.all(folders.map((folder) => selfOf(folder)));
  return { places: places.slice(0, 1), selves: new Set(selves.filter((self) => self !== null)), looked: null };
}

/** Whether a path leads to the folder or into it, read as it stands or with its links followed. */
export async function isWithin(path: string, ground: Ground): Promise<boolean> {
  const { looked } = ground;
  for (const place of new Set([resolve(path), await placeOf(path, looked)])) {
    for (let at = place; ; at = dirname(at)) {
      if (ground.places.some((own) => same(own, at))) return true;
      const self = await (at === place || looked === null ? selfOf(at) : remembered(looked.selves, at, selfOf));
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

function linkAt(path: string, looked: Looked | null): Promise<string | null> {
  const read = () => readlink(path).catch(() => null);
  return looked === null ? read() : remembered(looked.links, path, read);
}

function remembered(
  found: Map<string, Promise<string | null>>,
  path: string,
  look: (path: string) => Promise<string | null>,
): Promise<string | null> {
  const known = found.get(path) ?? look(path);
  found.set(path, known);
  return known;
}

async function selfOf(path: string): Promise<string | null> {
  const there = await stat(path, { bigint: true }).catch(() => null);
  return there === null ? null : `${there.dev}:${there.ino}`;
}

function same(one: string, other: string): boolean {
  return IGNORES_CASE ? one.toLowerCase() === other.toLowerCase() : one === other;
}
