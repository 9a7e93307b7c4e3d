import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** The comparison of every revision that works, else the last; null where none was asked for. */
export function useComparison(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.comparison(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/import/comparison', { path: { owner, repo } }),
  });
}

/** Begins it. */
export function useStartComparison(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('POST /repos/{owner}/{repo}/import/comparison', { path: { owner, repo }, body: {} }),
    onSuccess: (begun) => queries.setQueryData(queryKeys.comparison(owner, repo), begun),
  });
}

/** Stops it; events tell how it ended. */
export function useStopComparison(owner: string, repo: string) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('DELETE /repos/{owner}/{repo}/import/comparison', { path: { owner, repo } }),
  });
}
