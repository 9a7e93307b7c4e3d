import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { type AuthorMapping, type AuthorView, changedLately, getAuthors } from '../../api/authors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showAuthors, showMappings } from './shown-mappings.ts';

const pageSize = 200;

/**
 * The authors between two rows, fetched in pages as they come into view, however many there are.
 * `total` keeps its last value while the first page of another view is on its way.
 */
export function useAuthorWindow(owner: string, repo: string, view: AuthorView, firstRow: number, lastRow: number) {
  const queries = useQueryClient();
  const firstPage = Math.floor(Math.max(0, firstRow) / pageSize);
  const lastPage = Math.floor(Math.max(0, lastRow) / pageSize);
  // The first page always, because it tells the total.
  const pages = [...new Set([0, ...range(firstPage, lastPage)])];
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...queryKeys.authors(owner, repo), view, page],
      queryFn: () => getAuthors(owner, repo, view, page * pageSize, pageSize),
    })),
  });
  // Two people may be at it: an event asks for this anew.
  useQuery({
    queryKey: queryKeys.changedAuthors(owner, repo),
    queryFn: async () => {
      const changed = await changedLately(owner, repo);
      if (changed === null) await queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) });
      else showAuthors(queries, owner, repo, changed);
      return changed?.length ?? 0;
    },
  });
  // Mappings move authors between pages. A page that comes into view after some were made would repeat
  // or miss rows beside pages fetched before them, so then all that are shown are fetched again.
  const mappedSinceFetch = useRef(false);
  const missing = answers.some((answer) => answer.data === undefined);
  useEffect(() => {
    if (!missing || !mappedSinceFetch.current) return;
    mappedSinceFetch.current = false;
    void queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) });
  }, [missing, queries, owner, repo]);

  const loaded = new Map(pages.map((page, index) => [page, answers[index]?.data]));
  const lastTotal = useRef(0);
  const total = loaded.get(0)?.total;
  if (total !== undefined) lastTotal.current = total;

  const rowAt = (index: number): CommitAuthor | undefined =>
    loaded.get(Math.floor(index / pageSize))?.rows[index % pageSize];

  /** Shows mappings at once, where the rows stand; their order stays until the view changes. */
  const show = useCallback(
    (mappings: readonly AuthorMapping[]) => {
      mappedSinceFetch.current = true;
      showMappings(queries, owner, repo, mappings);
    },
    [queries, owner, repo],
  );
  return {
    rowAt,
    showMappings: show,
    total: total ?? lastTotal.current,
    pending: answers[0]?.isPending ?? true,
    error: answers.find((answer) => answer.error)?.error ?? null,
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
