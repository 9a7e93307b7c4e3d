/** Pushes to other Git servers, and where repositories were pushed to. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inParts } from './one-after-another.ts';
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
  /** Where an import works or waits: pushed when that is complete. */
  after_import?: boolean;
}

/** The engine knows no home folder: the remote may be a folder that is written with `~`. */
async function withWholePath<Start extends RemotePushStart>(start: Start): Promise<Start> {
  return { ...start, remote_url: await window.gantry.wholePath({ path: start.remote_url }) };
}

/** Starts pushing every ref of a repository to a remote. */
export function useStartRemotePush(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: async (start: RemotePushStart) =>
      api('POST /repos/{owner}/{repo}/remote_pushes', { path: { owner, repo }, body: await withWholePath(start) }),
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

/** As many as the engine takes in one request. */
const mostPushes = 10_000;

/** Starts pushing many repositories; events tell how each goes on. */
export function usePushMany() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: async ({ repositories, ...start }: RemotePushStart & { repositories: string[] }) => {
      const whole = await withWholePath(start);
      await inParts(repositories, mostPushes, (part) =>
        api('POST /remote_pushes', { body: { ...whole, repositories: part } }),
      );
    },
  });
}

/** Where a repository was pushed to; events keep it up to date. */
export function useRemotes(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.remotes(owner, repo),
    queryFn: () => api.all('GET /repos/{owner}/{repo}/remotes', { path: { owner, repo } }),
    // Whoever comes back may have committed into its folder meanwhile.
    staleTime: 0,
  });
}

/** Says whether a remote is pushed to after each update. */
export function useFollowRemote(owner: string, repo: string) {
  return useMutation({
    mutationFn: ({ id, follow }: { id: number; follow: boolean }) =>
      api('PATCH /repos/{owner}/{repo}/remotes/{id}', {
        path: { owner, repo, id },
        body: { push_after_update: follow },
      }),
  });
}

/** Forgets a remote; what it has stays there. */
export function useForgetRemote(owner: string, repo: string) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) => api('DELETE /repos/{owner}/{repo}/remotes/{id}', { path: { owner, repo, id } }),
  });
}
