/** Repositories that lie at an address which is none itself: a folder of them, or a page of a server that lists them. */
import type { Vcs } from '../vocabulary/history.ts';
import { asName, nameOfAddress, numbered, partsOfAddress } from './name-of-address.ts';

export interface ListedRepository {
  /** Its own address. */
  url: string;
  /** Null where a look at it has to tell. */
  vcs: Vcs | null;
}

/** As many as a list of imports takes. */
export const MOST_LISTED = 2_000;

/**
 * Names for those that would be called like another one: the way to them from the folder in which all lie, or else a number.
 * @returns for each its name; null where the one that its address gives will do
 */
export function namesAmong(repositories: readonly Pick<ListedRepository, 'url'>[]): (string | null)[] {
  const usual = repositories.map(({ url }) => nameOfAddress(url));
  const often = new Map<string, number>();
  for (const name of usual) often.set(name.toLowerCase(), (often.get(name.toLowerCase()) ?? 0) + 1);
  const isAlone = (name: string) => often.get(name.toLowerCase()) === 1;
  const taken = new Set(usual.filter(isAlone).map((name) => name.toLowerCase()));
  const ways = waysTo(repositories.map(({ url }) => url));
  return usual.map((name, index) => {
    if (isAlone(name)) return null;
    const way = asName((ways[index] ?? []).join('-'));
    let own = way;
    for (let number = 2; taken.has(own.toLowerCase()); number++) own = numbered(way, number);
    taken.add(own.toLowerCase());
    return own === name ? null : own;
  });
}

/** Of each address the folders behind those that all of them begin with, and its last part in any case. */
function waysTo(urls: readonly string[]): string[][] {
  const all = urls.map((url) => [/^[^/]*\/\/[^/]*/.exec(url)?.[0] ?? '', ...partsOfAddress(url)]);
  const [first = []] = all;
  const shortest = Math.min(...all.map(({ length }) => length), first.length);
  let same = 0;
  while (same < shortest - 1 && all.every((parts) => parts[same] === first[same])) same++;
  return all.map((parts) => parts.slice(Math.max(same, 1)));
}
