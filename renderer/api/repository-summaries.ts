/** The table of all repositories: one answer, and what the disk has left for them. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Every repository of the account and of its organizations in a few words, by name; events keep it up to date. */
export function useRepositorySummaries(enabled = true) {
  return useQuery({
    queryKey: queryKeys.repositorySummaries,
    queryFn: () => api('GET /user/repository_summaries'),
    enabled,
  });
}

/** Rows that are there at once; a window shows fewer. */
const FIRST = 100;

/** The first repositories by name, and how many there are: what is seen of a long list while all of it is on its way. */
export const firstSummaries = queryOptions({
  queryKey: queryKeys.firstSummaries,
  queryFn: async () => {
    const { body, headers } = await api.whole('GET /user/repository_summaries', { query: { limit: FIRST } });
    return { rows: body, total: Number(headers['x-total-count'] ?? body.length) };
  },
});

/** How long drawing the first rows may take before all are asked for, in milliseconds: their answer would be in its way. */
const DRAWING_MS = 100;

/** The first repositories, and then all of them, and how many there are; `rows` is undefined before that. */
export function useRepositoriesAsTheyCome() {
  const queries = useQueryClient();
  const [wantsAll, setWantsAll] = useState(() => queries.getQueryData(queryKeys.repositorySummaries) !== undefined);
  const all = useRepositorySummaries(wantsAll);
  const first = useQuery({ ...firstSummaries, enabled: !wantsAll });
  const begun = first.data;
  useEffect(() => {
    if (begun === undefined || wantsAll) return undefined;
    if (begun.rows.length === begun.total) {
      queries.setQueryData(queryKeys.repositorySummaries, begun.rows);
      return setWantsAll(true);
    }
    const drawn = setTimeout(() => setWantsAll(true), DRAWING_MS);
    return () => clearTimeout(drawn);
  }, [begun, wantsAll, queries]);
  return {
    rows: all.data ?? begun?.rows,
    total: all.data?.length ?? begun?.total ?? 0,
    failed: [all, first].find(({ isError }) => isError),
  };
}

/** How long a reading of the disk is shown, in milliseconds: all of the data folder is walked through for it. */
const DISK_MS = 60_000;
/** The window's first moments, in milliseconds, belong to what it shows: a walk through many repositories takes a core. */
const FIRST_MOMENTS_MS = 4000;

/** Bytes that are free on the data folder's disk, and that the data folder takes. Owners of the installation are told. */
export function useDiskSpace(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.disk,
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, FIRST_MOMENTS_MS - performance.now()));
      const { disk } = await api('GET /installation/activity');
      return { free: disk.free_bytes, taken: disk.parts.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    staleTime: DISK_MS,
    enabled,
  });
}
