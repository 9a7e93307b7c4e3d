import type { QueryClient } from '@tanstack/react-query';
import { importPages } from '../api/imports.ts';
import { owners } from '../api/repositories.ts';
import { firstSummaries } from '../api/repository-summaries.ts';
import { session } from '../api/session.ts';
import { work } from '../api/work.ts';

/**
 * Asks for what the window begins with before any of it is drawn: each answer takes the engine moments, and asked for in turn, as
 * one is drawn after the other, they are seen to. What cannot be had is asked for again, and said, by who needs it.
 * @param path of the screen that it begins with
 */
export async function askAhead(queries: QueryClient, path: string): Promise<void> {
  await queries.prefetchQuery(session);
  const who = queries.getQueryData(session.queryKey);
  if (who === undefined || who.login === null || who.locked) return;
  void queries.prefetchQuery(owners);
  void queries.prefetchQuery(work);
  if (path !== '/') return;
  void queries.prefetchQuery(firstSummaries);
  void queries.prefetchInfiniteQuery(importPages('open'));
  void queries.prefetchInfiniteQuery(importPages('complete'));
}
