import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Layout } from '../../service/api/imports/import-schemas.ts';
import type { SourceAddress } from './imports.ts';
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

/** The log of a Subversion repository, read once `isWanted`, so that layouts can be tried before the fetch. */
export function useOutline(source: SourceAddress & { svn_root?: string }, isWanted: boolean) {
  return useQuery({
    // The password belongs in no key: keys are kept.
    queryKey: queryKeys.outline(source.vcs_url, source.vcs_username ?? '', source.svn_root ?? null),
    queryFn: () => api('POST /import_outlines', { body: { vcs: 'subversion', ...source } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** What a layout would make of an outline. */
export function useOutlinePreview(id: string, layout: Layout) {
  return useQuery({
    queryKey: queryKeys.outlinePreview(id, JSON.stringify(layout)),
    queryFn: () => api('POST /import_outlines/{id}/layout_previews', { path: { id }, body: layout }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
