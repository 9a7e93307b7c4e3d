import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** What is left of each category. Events say when it moves. */
export function useRateLimit() {
  return useQuery({
    queryKey: queryKeys.rateLimit,
    queryFn: async () => (await api('GET /rate_limit')).resources,
  });
}

/** The requests of the last hour, minute by minute. */
export function useRateHistory() {
  return useQuery({ queryKey: queryKeys.rateHistory, queryFn: () => api('GET /rate_limit/history') });
}
