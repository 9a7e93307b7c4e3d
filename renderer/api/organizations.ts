import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member } from '../../service/api/access/access-schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

export function useOrganization(login: string) {
  return useQuery({
    queryKey: queryKeys.organization(login),
    queryFn: () => api('GET /orgs/{org}', { path: { org: login } }),
  });
}

/** Whether tokens made with a password reach the organization. */
export function useEnforceSingleSignOn(login: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (saml_enforced: boolean) => api('PATCH /orgs/{org}', { path: { org: login }, body: { saml_enforced } }),
    onSuccess: (organization) => queries.setQueryData(queryKeys.organization(login), organization),
  });
}

export function useMembers(login: string) {
  return useQuery({
    queryKey: queryKeys.members(login),
    queryFn: () => api.all('GET /orgs/{org}/members', { path: { org: login } }),
  });
}

/** Makes an account a member, or changes its role; a role of null ends the membership. */
export function useSetMember(organization: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: async ({ login, role }: { login: string; role: Member['role'] | null }) => {
      const path = { org: organization, login };
      if (role === null) await api('DELETE /orgs/{org}/memberships/{login}', { path });
      else await api('PUT /orgs/{org}/memberships/{login}', { path, body: { role } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.members(organization) }),
  });
}
