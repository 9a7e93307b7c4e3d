import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecoveryCodes, TwoFactorSecret } from '../../service/api/access/access-schemas.ts';
import type { Account } from '../../service/api/shared/schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** The account that is signed in. */
export function useAccount() {
  return useQuery({ queryKey: queryKeys.account, queryFn: () => request<Account>('GET', '/user') });
}

/** Makes a secret, which counts once a code confirmed it. */
export function useBeginTwoFactor() {
  return useMutation({ mutationFn: () => request<TwoFactorSecret>('POST', '/user/two_factor'), gcTime: 0 });
}

/** Switches two-factor on; the answer holds the recovery codes, this once. */
export function useConfirmTwoFactor() {
  return useMutation({
    mutationFn: (otp: string) => request<RecoveryCodes>('PUT', '/user/two_factor', { otp }),
    gcTime: 0,
  });
}

/** Switches two-factor off, with a code or a recovery code. */
export function useRemoveTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (otp: string) => request<void>('DELETE', '/user/two_factor', { otp }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.account }),
    gcTime: 0,
  });
}
