/** Archives that were opened, and what is in them. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Inspection } from '../../service/api/migrations/migration-schemas.ts';
import type {
  ArchiveProblem,
  InspectedIssue,
  InspectedRepository,
  InspectedThread,
  RestoreChoice,
} from '../../service/vocabulary/archive-contents.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages, requestWithHeaders } from './request.ts';

/** Rows of one request. */
const pageSize = 100;

export function useInspections() {
  return useQuery({
    queryKey: queryKeys.inspections,
    queryFn: () => requestAllPages<Inspection>('/inspections'),
  });
}

export function useInspection(id: number) {
  return useQuery({
    queryKey: queryKeys.inspection(id),
    queryFn: () => request<Inspection>('GET', `/inspections/${id}`),
  });
}

/** Opens an archive; one that was opened before and has not changed is there at once. */
export function useOpenArchive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => request<Inspection>('POST', '/inspections', { path }),
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
    mutationFn: (id: number) => request<void>('DELETE', `/inspections/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.inspections, exact: true }),
  });
}

/** A list that the engine gives page by page; `total` counts all. */
function useLongList<Row>(key: readonly unknown[], path: string, parameters: Record<string, string>) {
  const query = useInfiniteQuery({
    queryKey: [...key, parameters],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }) => {
      const search = new URLSearchParams({ ...parameters, per_page: `${pageSize}`, page: `${pageParam}` });
      const { body, headers } = await requestWithHeaders<Row[]>('GET', `${path}?${search}`);
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
  return useLongList<InspectedRepository>(
    [...queryKeys.inspection(id), 'repositories'],
    `/inspections/${id}/repositories`,
    search === '' ? {} : { q: search },
  );
}

export interface IssueFilter {
  search: string;
  repository: string | null;
  kind: 'all' | InspectedIssue['kind'];
  state: 'all' | InspectedIssue['state'];
}

export function useInspectedIssues(id: number, { search, repository, kind, state }: IssueFilter) {
  return useLongList<InspectedIssue>([...queryKeys.inspection(id), 'issues'], `/inspections/${id}/issues`, {
    ...(search === '' ? {} : { q: search }),
    ...(repository === null ? {} : { repository }),
    ...(kind === 'all' ? {} : { kind }),
    ...(state === 'all' ? {} : { state }),
  });
}

export function useInspectedThread(id: number, repository: string, number: number) {
  return useQuery({
    queryKey: [...queryKeys.inspection(id), 'thread', repository, number],
    queryFn: () =>
      request<InspectedThread>(
        'GET',
        `/inspections/${id}/issues/${repository.split('/').map(encodeURIComponent).join('/')}/${number}`,
      ),
  });
}

export function useProblems(id: number) {
  return useLongList<ArchiveProblem>([...queryKeys.inspection(id), 'problems'], `/inspections/${id}/problems`, {});
}

export function useChoices(id: number, search: string, conflictsOnly: boolean) {
  return useLongList<RestoreChoice>(queryKeys.choices(id), `/inspections/${id}/choices`, {
    ...(search === '' ? {} : { q: search }),
    ...(conflictsOnly ? { conflicts: 'true' } : {}),
  });
}

export type ChangedChoice = Pick<RestoreChoice, 'model_name' | 'source' | 'action' | 'target'>;

export function useChangeChoices(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choices: ChangedChoice[]) =>
      request<{ updated: number; problems_count: number }>('PATCH', `/inspections/${id}/choices`, { choices }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.choices(id) }),
  });
}
