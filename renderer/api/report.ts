import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

/** The verification report of a complete import. */
export function useReport(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.report(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/import/report', { path: { owner, repo } }),
  });
}

export const MESSAGES_PER_PAGE = 20;

/** Messages that name revisions of the source, before and after a rewriting. @param page from 1 */
export function useMessagePreview(owner: string, repo: string, page: number) {
  return useQuery({
    queryKey: queryKeys.messagePreview(owner, repo, page),
    queryFn: () =>
      api('GET /repos/{owner}/{repo}/import/messages', {
        path: { owner, repo },
        query: { page, per_page: MESSAGES_PER_PAGE },
      }),
  });
}

/** What revisions of the source became; null where none of them has another id than before. */
export function useFoundRevisions(owner: string, repo: string, text: string) {
  return useQuery({
    queryKey: queryKeys.foundRevisions(owner, repo, text),
    queryFn: async () => {
      try {
        return await api('GET /repos/{owner}/{repo}/import/revisions', { path: { owner, repo }, query: { q: text } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
