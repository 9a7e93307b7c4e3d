import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportBatchEntry } from '../../service/api/imports/batch-schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

const perPage = 100;

/** Lists of imports, newest first. */
export function useImportLists() {
  return useQuery({
    queryKey: queryKeys.importLists,
    queryFn: () => api.all('GET /import_batches'),
  });
}

/** One list of imports. */
export function useImportList(id: number) {
  return useQuery({
    queryKey: queryKeys.importList(id),
    queryFn: () => api('GET /import_batches/{id}', { path: { id } }),
  });
}

/** What a list names, page by page; of one state, or all. */
export function useImportListEntries(id: number, state: ImportBatchEntry['state'] | null) {
  return useInfiniteQuery({
    queryKey: queryKeys.importListEntries(id, state),
    queryFn: ({ pageParam }) =>
      api('GET /import_batches/{id}/entries', {
        path: { id },
        query: { per_page: perPage, page: pageParam, ...(state !== null && { state }) },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? null : pages.length + 1),
  });
}

/** Full names of the repositories that a list has filled; read where they are pushed, and nowhere else. */
export function useFilledByList(id: number, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.importListFilled(id),
    queryFn: async () => {
      const entries = await api.all('GET /import_batches/{id}/entries', { path: { id } });
      return entries.filter(({ state }) => state === 'complete').map(({ owner, repo }) => `${owner}/${repo}`);
    },
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}

/**
 * Starts a list, asking for authors without an address or not; stops it, tries it again, forgets it.
 * @param onForgotten called however soon the page of the list is gone
 */
export function useImportListAction(id: number, onForgotten: () => Promise<void>) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: async (action: keyof typeof actions | 'start' | 'startAsking'): Promise<void> => {
      if (action === 'start' || action === 'startAsking') {
        const body = { hold_for_new_authors: action === 'startAsking' };
        await api('POST /import_batches/{id}/start', { path: { id }, body });
      } else await api(actions[action], { path: { id } });
    },
    onSuccess: async (_answer, action) => {
      if (action === 'forget') await onForgotten();
      await queries.invalidateQueries({ queryKey: queryKeys.importLists });
    },
  });
}

const actions = {
  stop: 'DELETE /import_batches/{id}/queue',
  tryAgain: 'POST /import_batches/{id}/attempts',
  forget: 'DELETE /import_batches/{id}',
} as const;

/** Makes a list of what was pasted; nothing of it is begun. */
export function makeImportList(list: { owner: string; name: string; list: string }) {
  return api('POST /import_batches', { body: list });
}

/** Starts imports of several sources, each into a new repository. */
export function startImportList(list: { owner: string; name: string; sources: readonly Record<string, string>[] }) {
  const { owner, name, sources } = list;
  return api('POST /import_batches', { body: { owner, name, list: JSON.stringify(sources), start: true } });
}
