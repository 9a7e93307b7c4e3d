import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** The verification report of a complete import. */
export function useReport(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.report(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/import/report', { path: { owner, repo } }),
  });
}
