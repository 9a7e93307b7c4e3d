/** A repository by itself: what its page shows, and what can be done to it. */
import {
  type InfiniteData,
  queryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { LARGEST_PAGE } from '../../client/api-client.ts';
import type { Repository } from '../../service/api/shared/schemas.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

/** One repository; null when there is none of this name. */
export function useRepository(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.repository(owner, repo),
    queryFn: async () => {
      try {
        return await api('GET /repos/{owner}/{repo}', { path: { owner, repo } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/**
 * Where it came from, where it is, and what it comes to; an event tells when it was counted anew.
 * @param enabled whether it is asked for
 */
export function useOverview(owner: string, repo: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.overview(owner, repo),
    queryFn: () => api('GET /repos/{owner}/{repo}/overview', { path: { owner, repo } }),
    // Whoever comes back may have committed into its folder meanwhile.
    staleTime: 0,
  });
}

/** All archives that a repository is in, newest first. @param enabled whether they are asked for */
export function useAllArchives(owner: string, repo: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: queryKeys.allArchives(owner, repo),
    queryFn: async () => {
      const query = { archives: 'all' } as const;
      return (await api('GET /repos/{owner}/{repo}/overview', { path: { owner, repo }, query })).archives;
    },
  });
}

/** Gives a repository another name. */
export function useRenameRepository(owner: string, repo: string, onRenamed: (renamed: Repository) => Promise<void>) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (name: string) => api('PATCH /repos/{owner}/{repo}', { path: { owner, repo }, body: { name } }),
    onSuccess: onRenamed,
  });
}

/** Throws a repository away, with all that belongs to it. */
export function useThrowAway(owner: string, repo: string, onThrownAway: (thrown: { id: number }) => Promise<void>) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => api('POST /repos/{owner}/{repo}/trash', { path: { owner, repo } }),
    onSuccess: onThrownAway,
  });
}

/** All repositories in the trash, the latest first: what looks for one of them, or empties it. */
const wholeTrash = queryOptions({ queryKey: queryKeys.wholeTrash, queryFn: () => api.all('GET /user/trash') });

export function useWholeTrash() {
  return useQuery(wholeTrash);
}

/** Reads all that is in the trash at this moment. */
export function useReadTrash() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: () => queries.fetchQuery({ ...wholeTrash, staleTime: 0 }) });
}

/** How many repositories are in the trash. */
export function useTrashCount() {
  return useQuery({
    queryKey: queryKeys.trashCount,
    queryFn: async () => {
      const { body, headers } = await api.whole('GET /user/trash', { query: { per_page: 1 } });
      // The last page of one row each.
      return Number(/[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1] ?? body.length);
    },
  });
}

/** Repositories in the trash, the latest first, page by page as they are seen. */
export function useTrash() {
  const trash = useInfiniteQuery({
    queryKey: queryKeys.trashPages,
    initialPageParam: 1,
    queryFn: ({ pageParam }) => api('GET /user/trash', { query: { per_page: LARGEST_PAGE, page: pageParam } }),
    getNextPageParam: pageAfterFull,
  });
  return { ...trash, ...rowsAsSeen(trash) };
}

/** Takes a repository back out of the trash. */
export function useTakeBack() {
  return useMutation({ mutationFn: takeBack });
}

/** Takes a repository back out of the trash. @throws ApiError while another one has its name */
export function takeBack(id: number) {
  return api('POST /user/trash/{id}/restore', { path: { id } });
}

/** Removes repositories in the trash for good. It answers those that were refused. */
export function useEmptyTrash() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (rows: readonly { id: number; full_name: string }[]) => oneAfterAnother(rows, removeForGood),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.trash }),
  });
}

async function removeForGood({ id }: { id: number }): Promise<void> {
  try {
    await api('DELETE /user/trash/{id}', { path: { id } });
  } catch (error) {
    // Somebody else removed it, or took it back: it is in the trash no more.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Updates of an import, newest first, page by page as they are seen: some get one each hour for years. */
export function useImportUpdates(owner: string, repo: string) {
  const updates = useInfiniteQuery({
    queryKey: queryKeys.importUpdates(owner, repo),
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      api('GET /repos/{owner}/{repo}/import/updates', {
        path: { owner, repo },
        query: { per_page: LARGEST_PAGE, page: pageParam },
      }),
    getNextPageParam: pageAfterFull,
  });
  return { ...updates, ...rowsAsSeen(updates) };
}

function pageAfterFull(last: readonly unknown[], pages: readonly unknown[]): number | null {
  return last.length < LARGEST_PAGE ? null : pages.length + 1;
}

/** The rows of the pages that were fetched, and how to get the next one. */
function rowsAsSeen<Row extends { id: number }>({ data, hasNextPage, isFetchingNextPage, fetchNextPage }: Pages<Row>) {
  return {
    // Pages overlap where one came between two requests.
    rows: data && [...new Map(data.pages.flat().map((row) => [row.id, row])).values()],
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

type Pages<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<Row[]>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;
