import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/**
 * Whether the first account is still to be made, the data folder, and the tools found.
 * @param enabled whether anybody needs it now: looking for the tools starts each of them
 */
export function useSetup(enabled = true) {
  return useQuery({ queryKey: queryKeys.setup, queryFn: () => api('GET /setup'), enabled });
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
    meta: shownInPlace,
    mutationFn: (account: FirstAccount) => api('POST /setup', { body: account }),
    onSuccess: () => queries.invalidateQueries(),
  });
}
