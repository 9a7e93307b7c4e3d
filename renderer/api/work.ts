/** Long work of all kinds: the list of it, stopping it, trying it again. */
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { t } from '../language/text.ts';
import { runningFirst, withoutSuperseded } from './known-work.ts';
import { actOnMigration } from './migrations.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** The list of it as the engine has it. */
export const work = queryOptions({ queryKey: queryKeys.work, queryFn: ({ client }) => read(client) });

/** How many that failed the list leaves out, as there are more than anybody reads; and whether all were asked for. */
const failuresLeftOut = queryOptions({
  queryKey: queryKeys.failuresLeftOut,
  queryFn: skipToken,
  initialData: { count: 0, all: false },
  // As old as the list that it is about.
  gcTime: Number.POSITIVE_INFINITY,
});

async function read(queries: QueryClient): Promise<Work[]> {
  const all = queries.getQueryData(failuresLeftOut.queryKey)?.all === true;
  const { body, headers } = await api.whole('GET /user/work', all ? { query: { failed: 'all' } } : {});
  queries.setQueryData(failuresLeftOut.queryKey, { count: Number(headers['x-gantry-left-out'] ?? 0), all });
  return body;
}

/** How many that failed are not in the list, and the way to list them as well. */
export function useFailuresLeftOut() {
  const queries = useQueryClient();
  const list = useMutation({
    mutationFn: async () => {
      queries.setQueryData(failuresLeftOut.queryKey, (left) => ({ count: left?.count ?? 0, all: true }));
      await queries.fetchQuery({ ...work, staleTime: 0 });
    },
  });
  return { count: useQuery(failuresLeftOut).data?.count ?? 0, list };
}

/** What runs, what waits, then what ended, the latest first; events keep it up to date. */
export function useWork() {
  return useQuery({ ...work, select: shown });
}

const shown = (rows: readonly Work[]) => runningFirst(withoutSuperseded(rows));

/** Stops work that runs or waits. Of an import nothing stays; anything else leaves what was there before. */
export function useStopWork() {
  return useMutation({ meta: shownInPlace, mutationFn: stop });
}

/** Begins work again as it was. */
export function useTryAgain() {
  return useMutation({ mutationFn: tryAgain });
}

async function stop({ kind, id, owner, repo }: Work): Promise<unknown> {
  const path = { owner: owner ?? '', repo: repo ?? '' };
  switch (kind) {
    case 'push':
      return api('DELETE /repos/{owner}/{repo}/remote_pushes/{id}', { path: { ...path, id } });
    case 'comparison':
      return api('DELETE /repos/{owner}/{repo}/import/comparison', { path });
    case 'export':
      return actOnMigration(path.owner, id, { action: 'cancel' });
    case 'restore':
      return api('DELETE /restores/{id}', { path: { id } });
    case 'import':
    case 'update':
      return api('DELETE /repos/{owner}/{repo}/import', { path });
  }
}

async function tryAgain({ kind, id, owner, repo }: Work): Promise<unknown> {
  const path = { owner: owner ?? '', repo: repo ?? '' };
  switch (kind) {
    case 'push': {
      const before = await api('GET /repos/{owner}/{repo}/remote_pushes/{id}', { path: { ...path, id } });
      const { remote_url, notes, deleted } = before;
      return api('POST /repos/{owner}/{repo}/remote_pushes', { path, body: { remote_url, notes, deleted } });
    }
    case 'comparison':
      return api('POST /repos/{owner}/{repo}/import/comparison', { path, body: {} });
    case 'export':
      return actOnMigration(path.owner, id, { action: 'retry' });
    case 'update':
      return api('POST /repos/{owner}/{repo}/import/updates', { path, body: { hold_for_new_authors: true } });
    case 'import':
      return api('PATCH /repos/{owner}/{repo}/import', { path, body: {} });
    case 'restore':
      throw new Error(t('A restore is started from its archive.'));
  }
}
