/** The table of all repositories: one answer, and what the disk has left for them. */
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Every repository of the account and of its organizations in a few words, by name; events keep it up to date. */
export function useRepositorySummaries() {
  return useQuery({
    queryKey: queryKeys.repositorySummaries,
    queryFn: () => api('GET /user/repository_summaries'),
  });
}

/** How long a reading of the disk is shown, in milliseconds: all of the data folder is walked through for it. */
const DISK_MS = 60_000;

/** Bytes that are free on the data folder's disk, and that the data folder takes. Owners of the installation are told. */
export function useDiskSpace(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.disk,
    queryFn: async () => {
      const { disk } = await api('GET /installation/activity');
      return { free: disk.free_bytes, taken: disk.parts.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    staleTime: DISK_MS,
    enabled,
  });
}
