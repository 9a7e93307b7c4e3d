import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

const notFound = 404;

/** What the engine does at this moment. */
export function useActivity() {
  return useQuery({ queryKey: queryKeys.activity, queryFn: () => api('GET /installation/activity') });
}

/** The check that runs, or the last one; null before the first. */
export function useCheck() {
  return useQuery({
    queryKey: [...queryKeys.installation, 'check'],
    queryFn: async () => {
      try {
        return await api('GET /installation/check');
      } catch (error) {
        if (error instanceof ApiError && error.status === notFound) return null;
        throw error;
      }
    },
  });
}

export function useStartCheck() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('POST /installation/check'),
    onSuccess: (check) => queries.setQueryData([...queryKeys.installation, 'check'], check),
  });
}

export function useCancelCheck() {
  return useMutation({ meta: shownInPlace, mutationFn: () => api('DELETE /installation/check') });
}

/** Copies of the databases, newest first. */
export function useBackups() {
  return useQuery({
    queryKey: [...queryKeys.installation, 'backups'],
    queryFn: () => api('GET /installation/backups'),
  });
}

/** Folders of repositories that no row knows. */
export function useStrays() {
  return useQuery({ queryKey: [...queryKeys.installation, 'strays'], queryFn: () => api('GET /installation/strays') });
}

export function useAdopt() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (stray: { owner: string; name: string }) => api('POST /installation/strays', { body: stray }),
  });
}

/** Makes the text of diagnostics, to be read before it is saved. */
export function useDiagnostics() {
  return useMutation({ meta: shownInPlace, mutationFn: () => api('GET /installation/diagnostics') });
}
