import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Layout } from '../../service/api/imports/import-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

/** What a layout would make of what was fetched; null where there is nothing to look at. */
export function useLayoutPreview(owner: string, repo: string, layout: Layout) {
  return useQuery({
    queryKey: queryKeys.layoutPreview(owner, repo, JSON.stringify(layout)),
    queryFn: async () => {
      try {
        return await api('POST /repos/{owner}/{repo}/import/layout_previews', { path: { owner, repo }, body: layout });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
}
