import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Detection, Import, Layout, ProjectChoice } from '../../service/api/imports/import-schemas.ts';
import type { ToldLogLine } from '../../service/vocabulary/progress.ts';
import { type ImportFilter, importsPerPage, pageAfter, rowsOf } from './import-pages.ts';
import { keepAnswer, timesKept } from './known-imports.ts';
import { oneAfterAnother, type Refused } from './one-after-another.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api, stoppable } from './request.ts';

export interface SourceAddress {
  vcs_url: string;
  vcs_username?: string;
  vcs_password?: string;
}

/** What an import of an address would find; nothing is kept. @param signal stops the look */
export function detect(source: SourceAddress, signal: AbortSignal): Promise<Detection> {
  return stoppable(signal)('POST /import_detections', { body: source });
}

/** What a source holds, counted without fetching it. Asked again when the wizard is opened again. */
export function useSurvey(source: SourceAddress & { vcs: string; tfvc_project?: string }) {
  return useQuery({
    // The password belongs in no key: keys are kept.
    queryKey: queryKeys.survey(source.vcs, source.vcs_url, source.vcs_username ?? '', source.tfvc_project ?? ''),
    queryFn: () => api('POST /import_surveys', { body: source }),
    retry: false,
  });
}

export interface ImportStart extends SourceAddress {
  vcs?: string;
  tfvc_project?: string;
  svn_root?: string;
  layout?: Layout;
  hold_before_push: boolean;
  include_hidden_refs?: boolean;
  leave_out_labels?: boolean;
  remember_credentials?: boolean;
}

/** Starts an import into a repository. */
export function startImport(owner: string, repo: string, start: ImportStart): Promise<Import> {
  return api('PUT /repos/{owner}/{repo}/import', { path: { owner, repo }, body: start });
}

export interface ImportUpdate extends Partial<ProjectChoice> {
  vcs_username?: string;
  vcs_password?: string;
  remember_credentials?: boolean;
  hold_before_push?: boolean;
  layout?: Layout;
  write_notes?: boolean;
  rewrite_messages?: boolean;
  translate_hgignore?: boolean;
  leave_out_labels?: boolean;
}

/** Pages of a list of imports. */
export function importPages(filter: ImportFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.importPages(filter),
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      const rows = await api('GET /user/imports', {
        query: { per_page: importsPerPage, page: pageParam, state: filter === 'all' ? undefined : filter },
      });
      return { rows, more: rows.length === importsPerPage };
    },
    getNextPageParam: (_last, pages) => pageAfter(pages),
  });
}

/** Imports, newest first, page by page as they are seen; events keep what was fetched as it is now. */
export function useImportPages(filter: ImportFilter) {
  const query = useInfiniteQuery(importPages(filter));
  const pages = query.data?.pages;
  return {
    ...query,
    rows: useMemo(() => rowsOf(pages ?? []), [pages]),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

/** Full names of the repositories that were imported. */
export function useImportedNames(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.importedNames,
    queryFn: async () => new Set((await api.all('GET /user/imports')).map(({ owner, repo }) => `${owner}/${repo}`)),
    // Read where a repository is chosen, and by nobody else.
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}

/** The import of a repository; null when there is none. */
export function useImport(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.import(owner, repo),
    queryFn: async () => {
      try {
        return await api('GET /repos/{owner}/{repo}/import', { path: { owner, repo } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** Corrects credentials, chooses a project, changes the layout, releases, or (with nothing) restarts. */
export function useUpdateImport(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (update: ImportUpdate) =>
      api('PATCH /repos/{owner}/{repo}/import', { path: { owner, repo }, body: update }),
    onMutate: () => timesKept(queries, owner, repo),
    onSuccess: (changed, _update, before) => keepAnswer(queries, { owner, repo }, changed, before),
  });
}

interface UpdateRequest {
  /** `confirm` of the last update: what it showed may be taken over. */
  confirm?: string;
  vcs_username?: string;
  vcs_password?: string;
  remember_credentials?: boolean;
  /** Where the source is now. */
  vcs_url?: string;
}

/** Fetches what the source has since the import was complete. Waits where nobody knows who new authors are. */
export function useBringUpToDate(owner: string, repo: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ vcs_url, ...update }: UpdateRequest) =>
      api('POST /repos/{owner}/{repo}/import/updates', {
        path: { owner, repo },
        body: {
          ...update,
          hold_for_new_authors: true,
          ...(vcs_url === undefined ? {} : { vcs_url: await window.gantry.wholePath({ path: vcs_url }) }),
        },
      }),
    onMutate: () => timesKept(queries, owner, repo),
    onSuccess: (begun, _update, before) => keepAnswer(queries, { owner, repo }, begun, before),
  });
}

/** Begins to bring imports up to date. @returns those that were refused */
export function bringAllUpToDate<Row extends { owner: string; name: string }>(
  repositories: readonly Row[],
): Promise<Refused<Row>[]> {
  const body = { hold_for_new_authors: true };
  return oneAfterAnother(repositories, ({ owner, name }) =>
    api('POST /repos/{owner}/{repo}/import/updates', { path: { owner, repo: name }, body }),
  );
}

/** Cancels an import; whatever it fetched is deleted. */
export function useCancelImport(owner: string, repo: string, onCancelled: () => Promise<void>) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('DELETE /repos/{owner}/{repo}/import', { path: { owner, repo } }),
    onSuccess: async () => {
      await onCancelled();
      await queries.invalidateQueries({ queryKey: queryKeys.import(owner, repo), exact: true });
    },
  });
}

const logPage = 1000;

/** The log of an import so far; events add what follows. */
export function useImportLog(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.log(owner, repo),
    queryFn: async () => {
      const lines: ToldLogLine[] = [];
      for (;;) {
        const after = lines.at(-1)?.id ?? 0;
        const query = { after, limit: logPage };
        const page = await api('GET /repos/{owner}/{repo}/import/log', { path: { owner, repo }, query });
        lines.push(...page);
        if (page.length < logPage) return lines;
      }
    },
  });
}
