import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../service/api/calls.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** How servers are reached: proxy, authorities, certificates. */
export function useNetwork() {
  return useQuery({ queryKey: queryKeys.network, queryFn: () => api('GET /settings/network') });
}

export function useChangeNetwork() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (change: NonNullable<CallInput<'PATCH /settings/network'>['body']>) =>
      api('PATCH /settings/network', { body: change }),
    onSuccess: (network) => queries.setQueryData(queryKeys.network, network),
  });
}

/** Goes the way to an address, part by part. */
export function useAddressTest() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (address: string) => api('POST /settings/network/test', { body: { address } }),
  });
}
