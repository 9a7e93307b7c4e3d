/** Writes what events say of imports where it is known already: into the import itself and into the lists that show it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Import, ImportSummary } from '../../service/api/imports/import-schemas.ts';
import { type ImportPages, importFilters, isShownIn, withoutRow, withRow, working } from './import-pages.ts';
import { queryKeys } from './query-keys.ts';
import { refetchSpaced } from './refetch-spaced.ts';

interface PathOfImport {
  owner: string;
  repo: string;
}

/** Writes an import as it is now. */
export function keepImport(queries: QueryClient, row: ImportSummary): void {
  write<Import | null>(queries, queryKeys.import(row.owner, row.repo), () => row);
  for (const filter of importFilters) {
    const shown = isShownIn(filter, row);
    write<ImportPages>(queries, queryKeys.importPages(filter), (pages) => withRow(pages, row, shown));
  }
  // What the last run told says nothing of what follows it.
  if (!working.has(row.status)) queries.removeQueries({ queryKey: queryKeys.importProgress(row.id) });
}

/** How often an import that is known was written anew. */
export function timesKept(queries: QueryClient, owner: string, repo: string): number {
  return queries.getQueryState(queryKeys.import(owner, repo))?.dataUpdateCount ?? 0;
}

/**
 * Writes what a change of an import was answered with, unless an event wrote it since the change was asked for: the engine tells of
 * each change, so what it told is as new, or newer, where somebody else decided meanwhile.
 * @param before `timesKept` when the change was asked for
 */
export function keepAnswer(queries: QueryClient, { owner, repo }: PathOfImport, answer: Import, before: number): void {
  if (timesKept(queries, owner, repo) === before) queries.setQueryData(queryKeys.import(owner, repo), answer);
}

/** Takes an import out of the lists. */
export function dropImport(queries: QueryClient, importId: number): void {
  for (const filter of importFilters) {
    write<ImportPages>(queries, queryKeys.importPages(filter), (pages) => withoutRow(pages, importId));
  }
}

/**
 * Forgets what is known of a repository's import, which is gone or another one: a report that is still known would be shown as that of the
 * next repository of this name.
 */
export function forgetImport(queries: QueryClient, owner: string, repo: string): void {
  const queryKey = queryKeys.import(owner, repo);
  queries.removeQueries({ queryKey, type: 'inactive' });
  // What the page shows goes with the import; asked for now, each part would say by itself that it is gone.
  void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  void queries.refetchQueries({ queryKey, exact: true, type: 'active' });
}

/** Writes how many authors were found so far. */
export function keepAuthorsCount(
  queries: QueryClient,
  owner: string,
  repo: string,
  importId: number,
  authors_count: number,
): void {
  write<Import | null>(queries, queryKeys.import(owner, repo), (known) =>
    known?.id === importId ? { ...known, authors_count } : known,
  );
}

/** Changes an answer that is known. One that is being asked for right now is asked for anew: it may be older than the event. */
export function write<Data>(queries: QueryClient, queryKey: readonly unknown[], change: (known: Data) => Data): void {
  const state = queries.getQueryState<Data>(queryKey);
  if (state === undefined) return;
  if (state.fetchStatus === 'fetching' || state.data === undefined) {
    refetchSpaced(queries, queryKey, true);
    return;
  }
  queries.setQueryData<Data>(queryKey, change(state.data));
}
