import { useQuery } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from '../../service/api/calls.ts';
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

/** How many authors have no address: such that nobody mapped, and such that were kept so. */
export function useAuthorsWithout(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.openAuthors(owner, repo),
    queryFn: async () => {
      const count = async (only: 'open' | 'kept') => {
        const asked = { path: { owner, repo }, query: { only, offset: 0, limit: 1 } };
        const { headers } = await api.whole('GET /repos/{owner}/{repo}/import/authors', asked);
        return Number(headers['x-total-count'] ?? 0);
      };
      const [open, kept] = await Promise.all([count('open'), count('kept')]);
      return { open, kept };
    },
    // Somebody else may have mapped some meanwhile.
    staleTime: 0,
  });
}

/** Every author that matches, as they were found, in one answer. */
export async function everyAuthor(
  owner: string,
  repo: string,
  { search, open }: Pick<AuthorView, 'search' | 'open'>,
): Promise<CommitAuthor[]> {
  return api('GET /repos/{owner}/{repo}/import/authors', {
    path: { owner, repo },
    query: { q: search === '' ? undefined : search, only: open ? 'open' : undefined },
  });
}

export interface AuthorMapping {
  id: number;
  name: string;
  email: string;
}

/** Changes one field of one author, whatever somebody else makes of the other at the same moment. @returns the author */
export function mapOneField(
  owner: string,
  repo: string,
  id: number,
  field: { name: string } | { email: string },
): Promise<CommitAuthor> {
  const path = { owner, repo, author_id: String(id) };
  return api('PATCH /repos/{owner}/{repo}/import/authors/{author_id}', { path, body: field });
}

/** Authors who were changed less than this many milliseconds ago: events come sooner. */
const LATELY_MS = 20_000;
/** More than that are no edits by hand. */
const mostChanged = 500;

/** Authors who were mapped lately, by whomever; null where they are too many to tell one by one. */
export async function changedLately(owner: string, repo: string): Promise<CommitAuthor[] | null> {
  const since = new Date(Date.now() - LATELY_MS).toISOString();
  const { body, headers } = await api.whole('GET /repos/{owner}/{repo}/import/authors', {
    path: { owner, repo },
    query: { since, offset: 0, limit: mostChanged },
  });
  return Number(headers['x-total-count'] ?? body.length) > body.length ? null : body;
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

type EditCall = 'POST /repos/{owner}/{repo}/import/authors/edits';
export type AuthorRule = CallInput<EditCall>['body']['rule'];
export type EditedAuthors = CallAnswer<EditCall>;

/** Authors that a rule is for: these, or all that match but some. */
export type AuthorChoice =
  | { ids: readonly number[] }
  | (Pick<AuthorView, 'search' | 'open'> & { except: readonly number[] });

/** As many ids as the API takes. */
const mostIds = 10_000;

/**
 * Has authors be who a rule says: twenty thousand took the window longer to fetch and to send back than the engine takes to change
 * them.
 * @param over what becomes of those of whom a person or a list said something else; `ask` changes nobody where there are any
 * @returns what they were before
 */
export async function editAuthors(
  owner: string,
  repo: string,
  rule: AuthorRule,
  of: AuthorChoice,
  over: 'ask' | 'replace' | 'keep',
): Promise<EditedAuthors> {
  const edit = (which: { ids: number[] } | { q: string | undefined; only: 'open' | undefined; except: number[] }) =>
    api('POST /repos/{owner}/{repo}/import/authors/edits', { path: { owner, repo }, body: { rule, over, ...which } });
  if (!('ids' in of)) {
    const { search, open, except } = of;
    return edit({ q: search === '' ? undefined : search, only: open ? 'open' : undefined, except: [...except] });
  }
  const all: EditedAuthors = { updated: 0, affected: 0, said_before: 0, before: { unmapped: [], mapped: [] } };
  for (let start = 0; start < of.ids.length; start += mostIds) {
    const { updated, affected, said_before, before } = await edit({ ids: of.ids.slice(start, start + mostIds) });
    all.updated += updated;
    all.affected += affected;
    all.said_before += said_before;
    all.before.unmapped.push(...before.unmapped);
    all.before.mapped.push(...before.mapped);
  }
  return all;
}
