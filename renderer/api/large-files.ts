import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Import, LargeFile } from '../../service/api/imports/import-schemas.ts';
import { importPath } from './imports.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Files over 100 MB that were found in the source, largest first. */
export function useLargeFiles(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.largeFiles(owner, repo),
    queryFn: () => request<LargeFile[]>('GET', `${importPath(owner, repo)}/large_files`),
  });
}

/** Chooses what becomes of large files. */
export function useLfsChoice(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (use_lfs: 'opt_in' | 'opt_out') =>
      request<Import>('PATCH', `${importPath(owner, repo)}/lfs`, { use_lfs }),
    onSuccess: (changed) => queries.setQueryData(queryKeys.import(owner, repo), changed),
  });
}
