import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Restore } from '../../service/api/migrations/migration-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

/** Every restore, newest first. */
export function useRestores() {
  return useQuery({ queryKey: queryKeys.restores, queryFn: () => requestAllPages<Restore>('/restores') });
}

export function useRestore(id: number) {
  return useQuery({ queryKey: queryKeys.restore(id), queryFn: () => request<Restore>('GET', `/restores/${id}`) });
}

/** Starts restoring an opened archive by its choices. */
export function useStartRestore() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (inspectionId: number) => request<Restore>('POST', '/restores', { inspection_id: inspectionId }),
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
    mutationFn: (id: number) => request<void>('DELETE', `/restores/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.restores }),
  });
}
