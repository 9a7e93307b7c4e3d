/** Accounts of the installation and their passwords. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Everybody who has an account, oldest first. Owners of the installation only. */
export function usePeople() {
  return useQuery({ queryKey: queryKeys.people, queryFn: () => api.all('GET /admin/users') });
}

export interface NewPerson {
  login: string;
  password: string;
  email?: string;
}

export function useAddPerson() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (person: NewPerson) => api('POST /admin/users', { body: person }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people }),
    gcTime: 0,
  });
}

/** Gives another account a password; the answer says how many of its tokens were deleted. */
export function useSetPassword(login: string) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (change: { password: string; revoke_tokens: boolean }) =>
      api('PUT /admin/users/{login}/password', { path: { login }, body: change }),
    gcTime: 0,
  });
}

/** Changes the password of the account that is signed in. */
export function useChangeOwnPassword() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (change: { current_password: string; password: string }) => api('PUT /user/password', { body: change }),
    gcTime: 0,
  });
}
