import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Owner, Repository } from '../../service/api/shared/schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

/** Logins that can own a repository: the account first, then its organizations. */
export function useOwners() {
  return useQuery({
    queryKey: queryKeys.owners,
    queryFn: async () => {
      const account = await request<Owner>('GET', '/user');
      const organizations = await requestAllPages<{ login: string }>('/user/orgs');
      return { account: account.login, organizations: organizations.map(({ login }) => login) };
    },
  });
}

/** Every repository of the account and of its organizations, by name. */
export function useRepositories() {
  return useQuery({
    queryKey: queryKeys.repositories,
    queryFn: async () => {
      const all = await requestAllPages<Repository>('/user/repos');
      return all.sort((a, b) => a.full_name.localeCompare(b.full_name));
    },
  });
}

/** Has the repositories of an owner measured: bytes by full name. The list is read again where a size was wrong. */
export function useMeasuredSizes(owner: string) {
  return useQuery({
    queryKey: queryKeys.sizes(owner),
    queryFn: async () => {
      const sizes = await request<{ full_name: string; size: number }[]>('POST', '/repository_sizes', { owner });
      return new Map(sizes.map(({ full_name, size }) => [full_name, size]));
    },
    // Whoever comes back may have pushed meanwhile.
    staleTime: 0,
  });
}

/** Makes an empty repository. */
export async function createRepository(account: string, owner: string, name: string): Promise<Repository> {
  const path = owner === account ? '/user/repos' : `/orgs/${encodeURIComponent(owner)}/repos`;
  return request<Repository>('POST', path, { name });
}

/** Makes an organization. */
export function useCreateOrganization() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (login: string) => request<unknown>('POST', '/admin/organizations', { login }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.owners }),
  });
}
