import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../service/api/access/access-schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** What the owners of the installation decide for it. */
export function useSettings() {
  return useQuery({ queryKey: queryKeys.settings, queryFn: () => api('GET /settings') });
}

export interface SettingsChange {
  loopback?: Partial<Pick<Settings['loopback'], 'enabled' | 'port'>>;
  brownouts?: Settings['brownouts'];
  preview_required?: boolean;
  /** `path` null for what is found by itself. */
  tools?: Pick<Settings['tools'][number], 'name' | 'path'>[];
}

export function useChangeSettings() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (change: SettingsChange) => api('PATCH /settings', { body: change }),
    onSuccess: (settings) => queries.setQueryData(queryKeys.settings, settings),
  });
}

/** The last requests that the server answered, newest first. */
export function useServedRequests() {
  return useQuery({
    queryKey: queryKeys.servedRequests,
    queryFn: () => api('GET /settings/requests'),
  });
}
