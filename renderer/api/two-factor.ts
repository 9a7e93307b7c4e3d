import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** The account that is signed in. */
export function useAccount() {
  return useQuery({ queryKey: queryKeys.account, queryFn: () => api('GET /user') });
}

/** Makes a secret, which counts once a code confirmed it. */
export function useBeginTwoFactor() {
  return useMutation({ meta: shownInPlace, mutationFn: () => api('POST /user/two_factor'), gcTime: 0 });
}

/** Switches two-factor on; the answer holds the recovery codes, this once. */
export function useConfirmTwoFactor() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (otp: string) => api('PUT /user/two_factor', { body: { otp } }),
    gcTime: 0,
  });
}

/** Switches two-factor off, with a code or a recovery code. */
export function useRemoveTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (otp: string) => api('DELETE /user/two_factor', { body: { otp } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.account }),
    gcTime: 0,
  });
}
