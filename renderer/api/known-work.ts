/** Writes what events say of long work into the list that the Activity drawer shows. */
import type { QueryClient } from '@tanstack/react-query';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { refetchSpaced } from './refetch-spaced.ts';

/** The list with a row as it is now: in its place while it works, else where what ended last stands. */
export function withWork(rows: readonly Work[], row: Work): Work[] {
  const others = rows.filter(({ key }) => key !== row.key);
  const place = rows.findIndex(({ key }) => key === row.key);
  const was = rows[place];
  if (was !== undefined && was.ended_at === row.ended_at)
    return rows.map((each) => (each.key === row.key ? row : each));
  if (row.ended_at === null) return [row, ...others];
  const working = others.filter(({ ended_at }) => ended_at === null);
  return [...working, row, ...others.filter(({ ended_at }) => ended_at !== null)];
}

/** Writes a row where the list is known. One that is being asked for right now is asked for anew: it may be older. */
export function keepWork(queries: QueryClient, row: Work): void {
  change(queries, (rows) => withWork(rows, row));
}

/** Takes a row out of the list. */
export function dropWork(queries: QueryClient, key: string): void {
  change(queries, (rows) => rows.filter((row) => row.key !== key));
}

/** Writes a row, or takes it out where it is gone or not for this account. */
export function keepOrDrop(queries: QueryClient, key: string, row: Work | null): void {
  if (row === null) dropWork(queries, key);
  else keepWork(queries, row);
}

/** Without pushes that a later one to the same place has taken the place of. */
export function withoutSuperseded(rows: readonly Work[]): Work[] {
  const targetOf = ({ owner, repo, place }: Work) => JSON.stringify([owner, repo, place]);
  const newest = new Map<string, number>();
  for (const row of rows)
    if (row.kind === 'push') newest.set(targetOf(row), Math.max(row.id, newest.get(targetOf(row)) ?? 0));
  return rows.filter((row) => row.kind !== 'push' || row.ended_at === null || newest.get(targetOf(row)) === row.id);
}

/** With what runs before what waits: of hundreds that wait, the few that run would be found by nobody. */
export function runningFirst(rows: readonly Work[]): Work[] {
  const runs = ({ state }: Work) => state === 'running';
  return [...rows.filter(runs), ...rows.filter((row) => !runs(row))];
}

function change(queries: QueryClient, changed: (rows: Work[]) => Work[]): void {
  const queryKey = queryKeys.work;
  const state = queries.getQueryState<Work[]>(queryKey);
  if (state === undefined) return;
  if (state.fetchStatus === 'fetching' || state.data === undefined) {
    refetchSpaced(queries, queryKey, true);
    return;
  }
  queries.setQueryData<Work[]>(queryKey, changed(state.data));
}
