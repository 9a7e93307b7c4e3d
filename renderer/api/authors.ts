import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CommitAuthor } from '../../service/api/imports/import-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

export type AuthorSort =
  | 'unmapped'
  | 'remote_name'
  | 'name'
  | 'email'
  | 'commit_count'
  | 'first_commit_at'
  | 'last_commit_at';

/** Which authors, in which order. */
export interface AuthorView {
  search: string;
  sort: AuthorSort;
  direction: 'asc' | 'desc';
  /** Only those that nobody mapped and for whom the source names no address. */
  open: boolean;
}

export interface AuthorRows {
  rows: CommitAuthor[];
  /** How many authors match, whatever the window. */
  total: number;
}

/** A window of the authors that match. */
export async function getAuthors(
  owner: string,
  repo: string,
  view: AuthorView,
  offset: number,
  limit: number,
): Promise<AuthorRows> {
  const { search, sort, direction, open } = view;
  const { body, headers } = await api.whole('GET /repos/{owner}/{repo}/import/authors', {
    path: { owner, repo },
    query: { sort, direction, offset, limit, q: search === '' ? undefined : search, only: open ? 'open' : undefined },
  });
  return { rows: body, total: Number(headers['x-total-count'] ?? body.length) };
}

/** How many authors nobody mapped, and have no address from the source. */
export function useOpenAuthors(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.openAuthors(owner, repo),
    queryFn: async () => {
      const view: AuthorView = { search: '', sort: 'unmapped', direction: 'asc', open: true };
      return (await getAuthors(owner, repo, view, 0, 1)).total;
    },
    // Somebody else may have mapped some meanwhile.
    staleTime: 0,
  });
}

/** In the keys of answers with every author that matches, where those with a page of them have their view. */
const EVERY = 'every';

/** Whether a key below `queryKeys.authors` is of an answer with every author that matches, and not with a page of them. */
export function isOfEvery(key: readonly unknown[]): boolean {
  return key[queryKeys.authors('', '').length] === EVERY;
}

/** How long every author is kept, in milliseconds: a hundred thousand are a lot to hold. */
const KEPT_MS = 60_000;

/**
 * Every author that matches, as they were found, in one answer: forty windows of 20,000 took the engine longer than what is done
 * with them.
 */
export function everyAuthor(owner: string, repo: string, { search, open }: Pick<AuthorView, 'search' | 'open'>) {
  return queryOptions({
    queryKey: [...queryKeys.authors(owner, repo), EVERY, search, open],
    queryFn: async (): Promise<AuthorRows> => {
      const rows = await api('GET /repos/{owner}/{repo}/import/authors', {
        path: { owner, repo },
        query: { q: search === '' ? undefined : search, only: open ? 'open' : undefined },
      });
      return { rows, total: rows.length };
    },
    gcTime: KEPT_MS,
  });
}

export interface AuthorMapping {
  id: number;
  name: string;
  email: string;
}

// The API takes more; smaller steps keep the app answering while it works through them.
const largestUpdate = 2000;

/** Maps authors, and takes the mappings of others away; the answer is how many. */
export async function mapAuthors(
  owner: string,
  repo: string,
  mappings: readonly AuthorMapping[],
  clear: readonly number[] = [],
): Promise<number> {
  let updated = 0;
  for (let start = 0; start < clear.length; start += largestUpdate) {
    const body = { authors: [], clear: clear.slice(start, start + largestUpdate) };
    updated += (await api('PATCH /repos/{owner}/{repo}/import/authors', { path: { owner, repo }, body })).updated;
  }
  for (let start = 0; start < mappings.length; start += largestUpdate) {
    const authors = mappings.slice(start, start + largestUpdate);
    const answer = await api('PATCH /repos/{owner}/{repo}/import/authors', {
      path: { owner, repo },
      body: { authors },
    });
    updated += answer.updated;
  }
  return updated;
}
