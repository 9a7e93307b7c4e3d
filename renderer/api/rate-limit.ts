import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** What is left of each category, and the requests of the last hour. Events say when it moves. */
export function useRateLimit() {
  return useQuery({
    queryKey: queryKeys.rateLimit,
    queryFn: async () => {
      const [limit, history] = await Promise.all([api('GET /rate_limit'), api('GET /rate_limit/history')]);
      return { resources: limit.resources, history };
    },
  });
}
