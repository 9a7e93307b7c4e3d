import type { CommitAuthor } from '../../service/api/imports/import-schemas.ts';
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
}

export interface AuthorRows {
  rows: CommitAuthor[];
  /** How many authors match, whatever the window. */
  total: number;
}

/** The largest window that the API gives at once. */
export const largestAuthorWindow = 500;

/** A window of the authors that match. */
export async function getAuthors(
  owner: string,
  repo: string,
  view: AuthorView,
  offset: number,
  limit: number,
): Promise<AuthorRows> {
  const { search, sort, direction } = view;
  const { body, headers } = await api.whole('GET /repos/{owner}/{repo}/import/authors', {
    path: { owner, repo },
    query: { sort, direction, offset, limit, q: search === '' ? undefined : search },
  });
  return { rows: body, total: Number(headers['x-total-count'] ?? body.length) };
}

/** Every author that matches, window by window. */
export async function getAllAuthors(owner: string, repo: string, view: AuthorView): Promise<CommitAuthor[]> {
  const all: CommitAuthor[] = [];
  for (;;) {
    const { rows, total } = await getAuthors(owner, repo, view, all.length, largestAuthorWindow);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

export interface AuthorMapping {
  id: number;
  name: string;
  email: string;
}

// The API takes ten times as many; smaller steps keep the app answering while it works through them.
const largestUpdate = 1000;

/** Maps authors; the answer is how many. */
export async function mapAuthors(owner: string, repo: string, mappings: AuthorMapping[]): Promise<number> {
  let updated = 0;
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
