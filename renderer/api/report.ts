import { useQuery } from '@tanstack/react-query';
import type { ImportReport } from '../../service/vocabulary/import-report.ts';
import { importPath } from './imports.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** The verification report of a complete import. */
export function useReport(owner: string, repo: string) {
  return useQuery({
    queryKey: queryKeys.report(owner, repo),
    queryFn: () => request<ImportReport>('GET', `${importPath(owner, repo)}/report`),
  });
}
