import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member, Organization } from '../../service/api/access/access-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

export function useOrganization(login: string) {
  return useQuery({
    queryKey: queryKeys.organization(login),
    queryFn: () => request<Organization>('GET', organizationPath(login)),
  });
}

/** Whether tokens made with a password reach the organization. */
export function useEnforceSingleSignOn(login: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (saml_enforced: boolean) => request<Organization>('PATCH', organizationPath(login), { saml_enforced }),
    onSuccess: (organization) => queries.setQueryData(queryKeys.organization(login), organization),
  });
}

export function useMembers(login: string) {
  return useQuery({
    queryKey: queryKeys.members(login),
    queryFn: () => requestAllPages<Member>(`${organizationPath(login)}/members`),
  });
}

/** Makes an account a member, or changes its role; a role of null ends the membership. */
export function useSetMember(organization: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ login, role }: { login: string; role: Member['role'] | null }) => {
      const path = `${organizationPath(organization)}/memberships/${encodeURIComponent(login)}`;
      await (role === null ? request<void>('DELETE', path) : request<Member>('PUT', path, { role }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.members(organization) }),
  });
}

function organizationPath(login: string): string {
  return `/orgs/${encodeURIComponent(login)}`;
}
