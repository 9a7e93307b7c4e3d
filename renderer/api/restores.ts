import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Every restore, newest first. */
export function useRestores() {
  return useQuery({ queryKey: queryKeys.restores, queryFn: () => api.all('GET /restores') });
}

export function useRestore(id: number) {
  return useQuery({ queryKey: queryKeys.restore(id), queryFn: () => api('GET /restores/{id}', { path: { id } }) });
}

/** Starts restoring an opened archive by its choices. */
export function useStartRestore() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (inspectionId: number) => api('POST /restores', { body: { inspection_id: inspectionId } }),
    onSuccess: (restore) => {
      queries.setQueryData(queryKeys.restore(restore.id), restore);
      void queries.invalidateQueries({ queryKey: queryKeys.restores, exact: true });
    },
  });
}

/** Cancels a restore; nothing of it stays. */
export function useCancelRestore() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) => api('DELETE /restores/{id}', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.restores }),
  });
}
