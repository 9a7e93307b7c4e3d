import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnknownHost } from '../../service/api/shared/schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Addresses whose passwords the keychain keeps, and whether there is one. */
export function useRememberedCredentials() {
  return useQuery({
    queryKey: queryKeys.rememberedCredentials,
    queryFn: () => api('GET /remembered_credentials'),
  });
}

/** Removes a remembered password. */
export function useForgetCredentials() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: string) => api('DELETE /remembered_credentials/{id}', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.rememberedCredentials }),
  });
}

/** Keys of SSH servers that were accepted in this app. */
export function useKnownHosts() {
  return useQuery({ queryKey: queryKeys.knownHosts, queryFn: () => api('GET /ssh_host_keys') });
}

/** Trusts a server with the keys that it showed. */
export function useAcceptHost() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: ({ host, port, keys }: UnknownHost) =>
      api('POST /ssh_host_keys', { body: { host, port, keys: keys.map(({ type, key }) => ({ type, key })) } }),
    onSuccess: (hosts) => queries.setQueryData(queryKeys.knownHosts, hosts),
  });
}

/** Trusts a key no longer. */
export function useForgetHost() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: string) => api('DELETE /ssh_host_keys/{id}', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.knownHosts }),
  });
}
