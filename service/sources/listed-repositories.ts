/** Repositories that lie at an address which is none itself: a folder of them, or a page of a server that lists them. */
import type { Vcs } from '../vocabulary/history.ts';

export interface ListedRepository {
  /** Its own address. */
  url: string;
  /** Null where a look at it has to tell. */
  vcs: Vcs | null;
}

/** As many as a list of imports takes. */
export const MOST_LISTED = 2_000;

/** What folders of repositories end with, which no name of one has here. */
const ENDINGS = /\.(?:git|svn|bundle|hg)$/i;

/**
 * Names for those whose last folder is called like that of another one: the way to them from the address they were found at.
 * @param at the address; those that do not begin with it get no name
 * @returns for each its name, as a person would write it; null where that of its folder will do
 */
export function namesAmong(repositories: readonly Pick<ListedRepository, 'url'>[], at: string): (string | null)[] {
  const last = repositories.map(({ url }) => (partsOf(url).at(-1) ?? '').replace(ENDINGS, '').toLowerCase());
  const often = new Map<string, number>();
  for (const name of last) often.set(name, (often.get(name) ?? 0) + 1);
  const above = at.replace(/[/\\]*$/, '');
  return repositories.map(({ url }, index) => {
    if ((often.get(last[index] ?? '') ?? 0) < 2 || !url.startsWith(above)) return null;
    const way = partsOf(url.slice(above.length)).join('-').replace(ENDINGS, '');
    return way.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || null;
  });
}

function partsOf(url: string): string[] {
  const parts = url.split(/[/\\]/).filter((part) => part !== '');
  return parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}
