import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Applications that the account registered. */
export function useApplications() {
  return useQuery({ queryKey: queryKeys.applications, queryFn: () => api.all('GET /applications') });
}

/** Registers an application; the answer holds its secret, this once. */
export function useRegisterApplication() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (application: { name: string; url: string | null }) => api('POST /applications', { body: application }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.applications }),
    gcTime: 0,
  });
}

export function useDeleteApplication() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (clientId: string) => api('DELETE /applications/{client_id}', { path: { client_id: clientId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.applications }),
  });
}

/** What has access to the account. */
export function useGrants() {
  return useQuery({ queryKey: queryKeys.grants, queryFn: () => api.all('GET /applications/grants') });
}

/** Takes an application's access away, with its tokens. */
export function useRevokeGrant() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) => api('DELETE /applications/grants/{grant_id}', { path: { grant_id: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.grants }),
  });
}
