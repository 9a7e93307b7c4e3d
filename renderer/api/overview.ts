/** A repository by itself: what its page shows, and what can be done to it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Repository } from '../../service/api/shared/schemas.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

/** One repository; null when there is none of this name. */
export function useRepository(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.repository(owner, repo),
    queryFn: async () => {
      try {
        return await api('GET /repos/{owner}/{repo}', { path: { owner, repo } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/**
 * Where it came from, where it is, and what it comes to; an event tells when it was counted anew.
 * @param enabled whether it is asked for
 */
export function useOverview(owner: string, repo: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.overview(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/overview', { path: { owner, repo } }),
    // Whoever comes back may have committed into its folder meanwhile.
    staleTime: 0,
  });
}

/** All archives that a repository is in, newest first. @param enabled whether they are asked for */
export function useAllArchives(owner: string, repo: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: queryKeys.allArchives(owner, repo),
    queryFn: async () => {
      const query = { archives: 'all' } as const;
      return (await api('GET /repos/{owner}/{repo}/overview', { path: { owner, repo }, query })).archives;
    },
  });
}

/** Gives a repository another name. */
export function useRenameRepository(owner: string, repo: string, onRenamed: (renamed: Repository) => Promise<void>) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (name: string) => api('PATCH /repos/{owner}/{repo}', { path: { owner, repo }, body: { name } }),
    onSuccess: onRenamed,
  });
}

/** Throws a repository away, with all that belongs to it. */
export function useThrowAway(owner: string, repo: string, onThrownAway: (thrown: { id: number }) => Promise<void>) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('POST /repos/{owner}/{repo}/trash', { path: { owner, repo } }),
    onSuccess: onThrownAway,
  });
}

/** Repositories in the trash, the latest first. */
export function useTrash() {
  return useQuery({ queryKey: queryKeys.trash, queryFn: () => api.all('GET /user/trash') });
}

/** Takes a repository back out of the trash. */
export function useTakeBack() {
  return useMutation({ mutationFn: takeBack });
}

/** Takes a repository back out of the trash. @throws ApiError while another one has its name */
export function takeBack(id: number) {
  return api('POST /user/trash/{id}/restore', { path: { id } });
}

/** Removes repositories in the trash for good. It answers those that were refused. */
export function useEmptyTrash() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (rows: readonly { id: number; full_name: string }[]) => oneAfterAnother(rows, removeForGood),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.trash }),
  });
}

async function removeForGood({ id }: { id: number }): Promise<void> {
  try {
    await api('DELETE /user/trash/{id}', { path: { id } });
  } catch (error) {
    // Somebody else removed it, or took it back: it is in the trash no more.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Updates of an import, newest first. */
export function useImportUpdates(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.importUpdates(owner, repo),
    queryFn: () => api.all('GET /repos/{owner}/{repo}/import/updates', { path: { owner, repo } }),
  });
}
