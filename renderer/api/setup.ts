import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Setup } from '../../service/api/access/setup-schemas.ts';
import type { Owner } from '../../service/api/shared/schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Whether the first account is still to be made, the data folder, and the tools found. */
export function useSetup() {
  return useQuery({ queryKey: queryKeys.setup, queryFn: () => request<Setup>('GET', '/setup') });
}

export interface FirstAccount {
  login: string;
  password: string;
  organization?: string;
}

/** Makes the first account, and its organization when one is named. */
export function useCreateFirstAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (account: FirstAccount) => request<Owner>('POST', '/setup', account),
    onSuccess: () => queries.invalidateQueries(),
  });
}
