import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keepAnswer, timesKept } from './known-imports.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Files over 100 MB that were found in the source, largest first. */
export function useLargeFiles(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.largeFiles(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/import/large_files', { path: { owner, repo } }),
  });
}

/** Chooses what becomes of large files. */
export function useLfsChoice(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (use_lfs: 'opt_in' | 'opt_out') =>
      api('PATCH /repos/{owner}/{repo}/import/lfs', { path: { owner, repo }, body: { use_lfs } }),
    onMutate: () => timesKept(queries, owner, repo),
    onSuccess: (changed, _choice, before) => keepAnswer(queries, { owner, repo }, changed, before),
  });
}
