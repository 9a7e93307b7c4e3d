/** Webhooks of an organization or a repository. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LARGEST_PAGE } from '../../client/api-client.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Whose hooks: an organization's login, or a repository's `owner/name`. */
export type HookOwner = string;

/** The path parameters of an owner's hooks. */
function placeOf(owner: HookOwner): { org: string } | { owner: string; repo: string } {
  const [login = '', repo] = owner.split('/');
  return repo === undefined ? { org: login } : { owner: login, repo };
}

export function useHooks(owner: HookOwner) {
  const path = placeOf(owner);
  return useQuery({
    queryKey: queryKeys.hooks(owner),
    queryFn: () =>
      'org' in path ? api.all('GET /orgs/{org}/hooks', { path }) : api.all('GET /repos/{owner}/{repo}/hooks', { path }),
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
    meta: shownInPlace,
    mutationFn: ({ secret, ...config }: HookDraft) => {
      const body = {
        config: { ...config, ...(secret === '' ? {} : { secret }) },
        events: ['repository_import'],
      };
      const path = placeOf(owner);
      return 'org' in path
        ? api('POST /orgs/{org}/hooks', { path, body })
        : api('POST /repos/{owner}/{repo}/hooks', { path, body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.hooks(owner) }),
  });
}

export function useRemoveHook(owner: HookOwner) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) => {
      const path = placeOf(owner);
      return 'org' in path
        ? api('DELETE /orgs/{org}/hooks/{hook_id}', { path: { ...path, hook_id: id } })
        : api('DELETE /repos/{owner}/{repo}/hooks/{hook_id}', { path: { ...path, hook_id: id } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.hooks(owner) }),
  });
}

/** Deliveries that are kept, newest first, page by page as they are seen. */
export function useDeliveries(owner: HookOwner, hook: number) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.deliveries(owner, hook),
    initialPageParam: 1,
    queryFn: ({ pageParam }) => {
      const path = placeOf(owner);
      const query = { per_page: LARGEST_PAGE, page: pageParam };
      return 'org' in path
        ? api('GET /orgs/{org}/hooks/{hook_id}/deliveries', { path: { ...path, hook_id: hook }, query })
        : api('GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries', { path: { ...path, hook_id: hook }, query });
    },
    getNextPageParam: (last, pages) => (last.length < LARGEST_PAGE ? null : pages.length + 1),
  });
  return {
    ...query,
    // Pages overlap where one was delivered between two requests.
    rows: query.data && [...new Map(query.data.pages.flat().map((delivery) => [delivery.id, delivery])).values()],
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

export function useDelivery(owner: HookOwner, hook: number, delivery: number) {
  return useQuery({
    queryKey: [...queryKeys.deliveries(owner, hook), delivery],
    queryFn: () => {
      const path = placeOf(owner);
      const ids = { hook_id: hook, delivery_id: delivery };
      return 'org' in path
        ? api('GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}', { path: { ...path, ...ids } })
        : api('GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}', { path: { ...path, ...ids } });
    },
  });
}

/** Sends a payload again. */
export function useSendAgain(owner: HookOwner, hook: number) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (delivery: number) => {
      const path = placeOf(owner);
      const ids = { hook_id: hook, delivery_id: delivery };
      return 'org' in path
        ? api('POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts', { path: { ...path, ...ids } })
        : api('POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts', {
            path: { ...path, ...ids },
          });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.deliveries(owner, hook) }),
  });
}
