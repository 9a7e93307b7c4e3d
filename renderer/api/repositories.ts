import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Repository } from '../../service/api/shared/schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Logins that can own a repository, the account first, and which of them the account may decide about. */
export interface Owners {
  account: string;
  organizations: string[];
  /** The account, and the organizations that it owns. */
  owned: string[];
  /** Whether it owns the installation. */
  installation: boolean;
}

/** Of the account that is signed in. */
export const owners = queryOptions({
  queryKey: queryKeys.owners,
  queryFn: async (): Promise<Owners> => {
    const [account, organizations] = await Promise.all([api('GET /user'), api.all('GET /user/orgs')]);
    const owned = organizations.filter(({ role }) => role === 'admin');
    return {
      account: account.login,
      organizations: organizations.map(({ login }) => login),
      owned: [account.login, ...owned.map(({ login }) => login)],
      installation: account.site_admin,
    };
  },
});

/** The account that is signed in and its organizations. Screens offer only what it may do with them. */
export function useOwners() {
  return useQuery(owners);
}

/** Whether the account owns the installation; false until that is known. */
export function useOwnsInstallation(): boolean {
  return useOwners().data?.installation === true;
}

/** Has the repositories of an owner measured: bytes by full name. The list is read again where a size was wrong. */
export function useMeasuredSizes(owner: string) {
  return useQuery({
    queryKey: queryKeys.sizes(owner),
    queryFn: async () => {
      const sizes = await api('POST /repository_sizes', { body: { owner } });
      return new Map(sizes.map(({ full_name, size }) => [full_name, size]));
    },
    // Whoever comes back may have pushed meanwhile.
    staleTime: 0,
  });
}

/** Makes an empty repository. */
export async function createRepository(account: string, owner: string, name: string): Promise<Repository> {
  const body = { name };
  return owner === account
    ? api('POST /user/repos', { body })
    : api('POST /orgs/{org}/repos', { path: { org: owner }, body });
}

/** Makes an organization. */
export function useCreateOrganization() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (login: string) => api('POST /admin/organizations', { body: { login } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.owners }),
  });
}
