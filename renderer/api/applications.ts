import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application, Grant, NewApplication } from '../../service/api/access/access-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

/** Applications that the account registered. */
export function useApplications() {
  return useQuery({ queryKey: queryKeys.applications, queryFn: () => requestAllPages<Application>('/applications') });
}

/** Registers an application; the answer holds its secret, this once. */
export function useRegisterApplication() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (application: { name: string; url: string | null }) =>
      request<NewApplication>('POST', '/applications', application),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.applications }),
    gcTime: 0,
  });
}

export function useDeleteApplication() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (clientId: string) => request<void>('DELETE', `/applications/${encodeURIComponent(clientId)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.applications }),
  });
}

/** What has access to the account. */
export function useGrants() {
  return useQuery({ queryKey: queryKeys.grants, queryFn: () => requestAllPages<Grant>('/applications/grants') });
}

/** Takes an application's access away, with its tokens. */
export function useRevokeGrant() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/applications/grants/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.grants }),
  });
}
