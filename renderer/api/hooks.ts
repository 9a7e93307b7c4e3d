/** Webhooks of an organization or a repository. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hook, HookDelivery, WholeHookDelivery } from '../../service/api/organizations/hook-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { repositoryPath, request, requestAllPages } from './request.ts';

/** Whose hooks: an organization's login, or a repository's `owner/name`. */
export type HookOwner = string;

function hooksPath(owner: HookOwner): string {
  const [login = '', repo] = owner.split('/');
  return repo === undefined ? `/orgs/${encodeURIComponent(login)}/hooks` : `${repositoryPath(login, repo)}/hooks`;
}

export function useHooks(owner: HookOwner) {
  return useQuery({
    queryKey: queryKeys.hooks(owner),
    queryFn: () => requestAllPages<Hook>(hooksPath(owner)),
  });
}

export interface HookDraft {
  url: string;
  secret: string;
  content_type: 'json' | 'form';
}

export function useCreateHook(owner: HookOwner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ secret, ...config }: HookDraft) =>
      request<Hook>('POST', hooksPath(owner), {
        config: { ...config, ...(secret === '' ? {} : { secret }) },
        events: ['repository_import'],
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.hooks(owner) }),
  });
}

export function useRemoveHook(owner: HookOwner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `${hooksPath(owner)}/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.hooks(owner) }),
  });
}

export function useDeliveries(owner: HookOwner, hook: number) {
  return useQuery({
    queryKey: queryKeys.deliveries(owner, hook),
    queryFn: () => request<HookDelivery[]>('GET', `${hooksPath(owner)}/${hook}/deliveries?per_page=100`),
  });
}

export function useDelivery(owner: HookOwner, hook: number, delivery: number) {
  return useQuery({
    queryKey: [...queryKeys.deliveries(owner, hook), delivery],
    queryFn: () => request<WholeHookDelivery>('GET', `${hooksPath(owner)}/${hook}/deliveries/${delivery}`),
  });
}

/** Sends a payload again. */
export function useSendAgain(owner: HookOwner, hook: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (delivery: number) =>
      request<HookDelivery>('POST', `${hooksPath(owner)}/${hook}/deliveries/${delivery}/attempts`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.deliveries(owner, hook) }),
  });
}
