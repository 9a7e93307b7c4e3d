/** Archives that were opened, and what is in them. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../client/api-client.ts';
import type { InspectedIssue, ToldRestoreChoice } from '../../service/vocabulary/archive-contents.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Rows of one request. */
const pageSize = 100;

export function useInspections() {
  return useQuery({
    queryKey: queryKeys.inspections,
    queryFn: () => api.all('GET /inspections'),
  });
}

export function useInspection(id: number) {
  return useQuery({
    queryKey: queryKeys.inspection(id),
    queryFn: () => api('GET /inspections/{id}', { path: { id } }),
  });
}

/** A path on this machine, or the migration whose archive it is. */
export type ArchivePlace = string | { owner: string; migration_id: number };

/** Opens an archive; one that was opened before and has not changed is there at once. */
export function useOpenArchive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (place: ArchivePlace) => {
      const path = typeof place === 'string' ? place : (await window.gantry.findArchive(place)).path;
      return api('POST /inspections', { body: { path } });
    },
    onSuccess: (inspection) => {
      queries.setQueryData(queryKeys.inspection(inspection.id), inspection);
      void queries.invalidateQueries({ queryKey: queryKeys.inspections, exact: true });
    },
  });
}

/** Forgets an opened archive; the file itself stays. */
export function useForgetArchive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /inspections/{id}', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.inspections, exact: true }),
  });
}

/** A list that the engine gives page by page; `total` counts all. */
function useLongList<Row>(
  key: readonly unknown[],
  parameters: Record<string, string>,
  read: (page: { per_page: number; page: number }) => Promise<Answer<Row[]>>,
) {
  const query = useInfiniteQuery({
    queryKey: [...key, parameters],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }) => {
      const { body, headers } = await read({ per_page: pageSize, page: pageParam });
      return { rows: body, total: Number(headers['x-total-count'] ?? body.length) };
    },
    getNextPageParam: (last, pages) => (last.rows.length < pageSize ? undefined : pages.length + 1),
  });
  return {
    ...query,
    rows: query.data?.pages.flatMap((page) => page.rows) ?? [],
    total: query.data?.pages[0]?.total ?? 0,
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

export function useInspectedRepositories(id: number, search: string) {
  const query = search === '' ? {} : { q: search };
  return useLongList([...queryKeys.inspection(id), 'repositories'], query, (page) =>
    api.whole('GET /inspections/{id}/repositories', { path: { id }, query: { ...query, ...page } }),
  );
}

/** Which issues of an archive are looked at. */
export interface IssueFilter {
  search: string;
  repository: string | null;
  kind: 'all' | InspectedIssue['kind'];
  state: 'all' | InspectedIssue['state'];
}

export function useInspectedIssues(id: number, { search, repository, kind, state }: IssueFilter) {
  const query = {
    ...(search === '' ? {} : { q: search }),
    ...(repository === null ? {} : { repository }),
    ...(kind === 'all' ? {} : { kind }),
    ...(state === 'all' ? {} : { state }),
  };
  return useLongList([...queryKeys.inspection(id), 'issues'], query, (page) =>
    api.whole('GET /inspections/{id}/issues', { path: { id }, query: { ...query, ...page } }),
  );
}

export function useInspectedThread(id: number, repository: string, number: number) {
  return useQuery({
    queryKey: [...queryKeys.inspection(id), 'thread', repository, number],
    queryFn: () => {
      const [owner = '', repo = ''] = repository.split('/');
      return api('GET /inspections/{id}/issues/{owner}/{repo}/{number}', { path: { id, owner, repo, number } });
    },
  });
}

export function useProblems(id: number) {
  return useLongList([...queryKeys.inspection(id), 'problems'], {}, (page) =>
    api.whole('GET /inspections/{id}/problems', { path: { id }, query: page }),
  );
}

export function useChoices(id: number, search: string, conflictsOnly: boolean) {
  const query = { ...(search === '' ? {} : { q: search }), ...(conflictsOnly ? { conflicts: 'true' as const } : {}) };
  return useLongList(queryKeys.choices(id), query, (page) =>
    api.whole('GET /inspections/{id}/choices', { path: { id }, query: { ...query, ...page } }),
  );
}

export type ChangedChoice = Pick<ToldRestoreChoice, 'model_name' | 'source' | 'action' | 'target'>;

export function useChangeChoices(id: number) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (choices: ChangedChoice[]) =>
      api('PATCH /inspections/{id}/choices', { path: { id }, body: { choices } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.choices(id) }),
  });
}
