import type { QueryClient } from '@tanstack/react-query';
import { importPages } from '../../api/imports.ts';
import { firstSummaries } from '../../api/repository-summaries.ts';
import { work } from '../../api/work.ts';

/** Asks for what Home shows before it is drawn: each answer takes the engine moments, and asked for in turn they are seen to. */
export function askAheadForHome(queries: QueryClient): void {
  void queries.prefetchQuery(firstSummaries);
  void queries.prefetchQuery(work);
  void queries.prefetchInfiniteQuery(importPages('open'));
  void queries.prefetchInfiniteQuery(importPages('complete'));
}
