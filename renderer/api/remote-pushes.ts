import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

export interface RemotePushStart {
  remote_url: string;
  username?: string;
  password?: string;
  remember_credentials?: boolean;
  when_not_empty?: 'ask' | 'keep' | 'overwrite';
  notes?: boolean;
  deleted?: boolean;
}

/** Starts pushing every ref of a repository to a remote. */
export function useStartRemotePush(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (start: RemotePushStart) =>
      api('POST /repos/{owner}/{repo}/remote_pushes', { path: { owner, repo }, body: start }),
    onSuccess: (push) => queries.setQueryData(queryKeys.remotePush(owner, repo, push.id), push),
  });
}

/** One push to a remote; events keep it up to date. */
export function useRemotePush(owner: string, repo: string, id: number | null) {
  return useQuery({
    queryKey: queryKeys.remotePush(owner, repo, id ?? 0),
    queryFn: () => api('GET /repos/{owner}/{repo}/remote_pushes/{id}', { path: { owner, repo, id: id ?? 0 } }),
    enabled: id !== null,
  });
}

/** Stops a running push. */
export function useCancelRemotePush(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /repos/{owner}/{repo}/remote_pushes/{id}', { path: { owner, repo, id } }),
    onSuccess: (_answer, id) => queries.invalidateQueries({ queryKey: queryKeys.remotePush(owner, repo, id) }),
  });
}
