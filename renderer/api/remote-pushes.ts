import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RemotePush } from '../../service/api/imports/remote-push-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { repositoryPath, request } from './request.ts';

export interface RemotePushStart {
  remote_url: string;
  username?: string;
  password?: string;
  remember_credentials?: boolean;
  when_not_empty?: 'ask' | 'keep' | 'overwrite';
}

/** Starts pushing every ref of a repository to a remote. */
export function useStartRemotePush(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (start: RemotePushStart) =>
      request<RemotePush>('POST', `${repositoryPath(owner, repo)}/remote_pushes`, start),
    onSuccess: (push) => queries.setQueryData(queryKeys.remotePush(owner, repo, push.id), push),
  });
}

/** One push to a remote; events keep it up to date. */
export function useRemotePush(owner: string, repo: string, id: number | null) {
  return useQuery({
    queryKey: queryKeys.remotePush(owner, repo, id ?? 0),
    queryFn: () => request<RemotePush>('GET', `${repositoryPath(owner, repo)}/remote_pushes/${id}`),
    enabled: id !== null,
  });
}

/** Stops a running push. */
export function useCancelRemotePush(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `${repositoryPath(owner, repo)}/remote_pushes/${id}`),
    onSuccess: (_answer, id) => queries.invalidateQueries({ queryKey: queryKeys.remotePush(owner, repo, id) }),
  });
}
