import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportBatch, ImportBatchEntry } from '../../service/api/imports/batch-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

const perPage = 100;

/** Lists of imports, newest first. */
export function useImportLists() {
  return useQuery({
    queryKey: queryKeys.importLists,
    queryFn: () => requestAllPages<ImportBatch>('/import_batches'),
  });
}

/** One list of imports. */
export function useImportList(id: number) {
  return useQuery({
    queryKey: queryKeys.importList(id),
    queryFn: () => request<ImportBatch>('GET', `/import_batches/${id}`),
  });
}

/** What a list names, page by page. */
export function useImportListEntries(id: number) {
  return useInfiniteQuery({
    queryKey: queryKeys.importListEntries(id),
    queryFn: ({ pageParam }) =>
      request<ImportBatchEntry[]>('GET', `/import_batches/${id}/entries?per_page=${perPage}&page=${pageParam}`),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? null : pages.length + 1),
  });
}

/** Starts, stops, tries again or forgets a list. */
export function useImportListAction(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: keyof typeof actions) => {
      const [method, path] = actions[action];
      return request<unknown>(method, `/import_batches/${id}${path}`);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.importLists }),
  });
}

const actions = {
  start: ['POST', '/start'],
  stop: ['DELETE', '/queue'],
  tryAgain: ['POST', '/attempts'],
  forget: ['DELETE', ''],
} as const;
