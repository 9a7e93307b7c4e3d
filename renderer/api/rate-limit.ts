import { useQuery } from '@tanstack/react-query';
import type { RateLimit, RateMinute } from '../../service/api/access/access-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** What is left of each category, and the requests of the last hour. Events say when it moves. */
export function useRateLimit() {
  return useQuery({
    queryKey: queryKeys.rateLimit,
    queryFn: async () => {
      const [limit, history] = await Promise.all([
        request<RateLimit>('GET', '/rate_limit'),
        request<RateMinute[]>('GET', '/rate_limit/history'),
      ]);
      return { resources: limit.resources, history };
    },
  });
}
