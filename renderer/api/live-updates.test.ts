import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ApiEvent } from '../../service/api/events.ts';
import type { ImportSummary } from '../../service/api/imports/import-schemas.ts';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { type ImportFilter, type ImportPage, importsPerPage, isShownIn, pageAfter, rowsOf } from './import-pages.ts';
import { runningFirst, withoutSuperseded, withWork } from './known-work.ts';
import { applyEvent, withLines } from './live-updates.ts';
import { queryKeys } from './query-keys.ts';

const line = (id: number) => ({ id, at: '2026-01-01T00:00:00Z', level: 'info' as const, text: `line ${id}` });

function summary(id: number, status: ImportSummary['status'] = 'importing'): ImportSummary {
  const url = `http://gantry.invalid/api/v3/repos/owner/r${id}`;
  return {
    ...{ id, owner: 'owner', repo: `r${id}`, vcs: 'git', vcs_url: `https://example.org/${id}`, status },
    ...{ use_lfs: 'undecided', status_text: null, authors_count: 0, username_needed: false },
    ...{ has_large_files: false, large_files_size: 0, large_files_count: 0, layout: null },
    ...{
      hold_before_push: false,
      write_notes: false,
      rewrite_messages: false,
      translate_hgignore: false,
      leave_out_labels: false,
      waiting_for_release: false,
      started_at: '2026-01-01T00:00:00Z',
      finished_at: null,
    },
    ...{ url: `${url}/import`, html_url: url, authors_url: `${url}/import/authors`, repository_url: url },
  };
}

const workOf = ({ id, owner, repo, vcs_url, status }: ImportSummary): Work => ({
  ...{ key: `import:${id}`, kind: 'import', id, owner, repo, place: vcs_url, again: false, text: '', percent: null },
  failure: null,
  state: status === 'complete' ? 'done' : 'running',
  begun_at: '2026-01-01T00:00:00Z',
  ended_at: status === 'complete' ? '2026-01-01T00:01:00Z' : null,
});

const changed = (row: ImportSummary): ApiEvent => {
  const { owner, repo, id, status } = row;
  return { type: 'import.changed', owner, repo, import_id: id, status, import: row, work: workOf(row) };
};

const ids = (queries: QueryClient, filter: ImportFilter) =>
  rowsOf(queries.getQueryData<{ pages: ImportPage[] }>(queryKeys.importPages(filter))?.pages ?? []).map(({ id }) => id);

/** A window that looks at lists and at one import of an engine with so many imports, and counts what it asks. */
async function lookAt(count: number, filters: ImportFilter[]) {
  const engine = new Map(Array.from({ length: count }, (_, index) => [index + 1, summary(index + 1)]));
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const asked = { times: 0 };
  for (const filter of filters) {
    const observer = new InfiniteQueryObserver(queries, {
      queryKey: queryKeys.importPages(filter),
      initialPageParam: 1,
      queryFn: async ({ pageParam }): Promise<ImportPage> => {
        asked.times++;
        const all = [...engine.values()].filter((row) => isShownIn(filter, row)).sort((a, b) => b.id - a.id);
        const rows = all.slice((pageParam - 1) * importsPerPage, pageParam * importsPerPage);
        return { rows, more: rows.length === importsPerPage };
      },
      getNextPageParam: (_last, pages) => pageAfter(pages),
    });
    observer.subscribe(() => undefined);
    await observer.refetch();
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  }
  const row = engine.get(7) ?? summary(7);
  const observer = new QueryObserver(queries, {
    queryKey: queryKeys.import(row.owner, row.repo),
    queryFn: async () => {
      asked.times++;
      return engine.get(7) ?? null;
    },
  });
  observer.subscribe(() => undefined);
  await observer.refetch();
  asked.times = 0;
  /** Changes an import in the engine, which tells. */
  const change = (next: ImportSummary) => {
    engine.set(next.id, next);
    applyEvent(queries, changed(next));
  };
  return { engine, queries, asked, change, end: () => queries.clear() };
}

describe('applyEvent', () => {
  it('writes a changed import into 2,000 rows and into the import without a request', async () => {
    const { queries, asked, change, end } = await lookAt(2000, ['all', 'open', 'complete', 'asking']);
    expect([ids(queries, 'all').length, ids(queries, 'open').length, ids(queries, 'complete')]).toEqual([
      2000,
      2000,
      [],
    ]);
    const before = queries.getQueryData<{ pages: ImportPage[] }>(queryKeys.importPages('all'))?.pages;

    change({ ...summary(7), status_text: 'Importing...' });
    expect(queries.getQueryData(queryKeys.import('owner', 'r7'))).toMatchObject({ status_text: 'Importing...' });
    const pages = queries.getQueryData<{ pages: ImportPage[] }>(queryKeys.importPages('all'))?.pages;
    expect(rowsOf(pages ?? []).find(({ id }) => id === 7)).toMatchObject({ status_text: 'Importing...' });
    // The pages that do not show it are the same objects: nothing is drawn again for them.
    expect(pages?.filter((page, index) => page !== before?.[index]).length).toBe(1);

    change(summary(7, 'complete'));
    expect([ids(queries, 'all').length, ids(queries, 'open').length, ids(queries, 'complete')]).toEqual([
      2000,
      1999,
      [7],
    ]);
    expect(ids(queries, 'asking')).toEqual([]);
    const changes = { at: '2026-01-01T00:02:00Z', message: null, failure: null, changes: [], unknown_host: null };
    const last_update = { ...changes, status: 'needs_confirmation' as const, confirm: 'x', username_needed: false };
    change({ ...summary(7, 'complete'), last_update });
    change(summary(8, 'error'));
    change({ ...summary(9, 'mapping'), waiting_for_release: true });
    expect(ids(queries, 'asking')).toEqual([9, 8, 7]);
    for (const id of [8, 9]) change(summary(id));
    change(summary(7, 'complete'));
    expect(ids(queries, 'asking')).toEqual([]);
    change(summary(2001));
    expect([ids(queries, 'all')[0], ids(queries, 'open')[0], ids(queries, 'complete')]).toEqual([2001, 2001, [7]]);
    change({ ...summary(2002), repo: 'r2001' });
    expect(ids(queries, 'all').slice(0, 2)).toEqual([2002, 2000]);
    applyEvent(queries, { type: 'import.authors', owner: 'owner', repo: 'r7', import_id: 7, count: 3 });
    expect(queries.getQueryData(queryKeys.import('owner', 'r7'))).toMatchObject({ authors_count: 3 });
    applyEvent(queries, { type: 'import.removed', owner: 'owner', repo: 'r9', import_id: 9 });
    expect(ids(queries, 'all')).not.toContain(9);
    expect(asked.times).toBe(0);
    end();
  });

  it('fetches what follows once, wherever rows came and went meanwhile', async () => {
    const engine = Array.from({ length: 250 }, (_, index) => summary(250 - index));
    const page = (number: number): ImportPage => {
      const rows = engine.slice((number - 1) * importsPerPage, number * importsPerPage);
      return { rows, more: rows.length === importsPerPage };
    };
    const pages = [page(1), page(2)];
    engine.splice(10, 1);
    pages[0] = { rows: pages[0]?.rows.filter(({ id }) => id !== 240) ?? [], more: true };
    const next = pageAfter(pages);
    pages.push(page(next ?? 0));
    const after = pageAfter(pages);
    if (after !== null) pages.push(page(after));
    expect(rowsOf(pages).map(({ id }) => id)).toEqual(engine.map(({ id }) => id));
  });

  it('asks again for what is being asked for while an import changes', async () => {
    const { queries, asked, change, end } = await lookAt(1, ['all']);
    const late = queries.refetchQueries({ queryKey: queryKeys.importPages('all') });
    expect(asked.times).toBe(1);
    change(summary(1, 'error'));
    await late;
    await queries.refetchQueries({ queryKey: queryKeys.importPages('all') });
    expect(asked.times).toBeGreaterThan(1);
    expect(queries.getQueryState(queryKeys.importPages('all'))?.isInvalidated).toBe(false);
    end();
  });

  it('reads a list to its end while hundreds of its imports change', async () => {
    const queries = new QueryClient();
    const asked = { times: 0 };
    const observer = new QueryObserver(queries, {
      queryKey: queryKeys.repositorySummaries,
      queryFn: async () => {
        asked.times++;
        await new Promise((answered) => setTimeout(answered, 40));
        return [{ full_name: 'owner/r1', import: null, verdict: null }];
      },
    });
    const stop = observer.subscribe(() => undefined);
    for (let event = 0; event < 60; event++) {
      applyEvent(queries, changed(summary(1, 'complete')));
      await new Promise((passed) => setTimeout(passed, 5));
    }
    await expect.poll(() => observer.getCurrentResult().data?.[0]).toMatchObject({ full_name: 'owner/r1' });
    expect(asked.times).toBeLessThan(6);
    stop();
    queries.clear();
  });

  it('keeps live numbers while the import works', () => {
    const queries = new QueryClient();
    const of = { owner: 'owner', repo: 'r7', import_id: 7 };
    const progress = {
      ...{ step: 'raw' as const, percent: 12, status_text: 'Fetching', done: 1, total: 9 },
      ...{ unit: 'revisions' as const, rate: null, seconds_left: null },
    };
    const known = () => queries.getQueryData(queryKeys.importProgress(7));
    applyEvent(queries, { type: 'import.progress', ...of, progress });
    applyEvent(queries, changed(summary(7, 'importing')));
    expect(known()).toEqual(progress);
    applyEvent(queries, changed(summary(7, 'error')));
    expect(known()).toBeUndefined();
    applyEvent(queries, { type: 'import.progress', ...of, progress });
    applyEvent(queries, { type: 'import.removed', ...of });
    expect(known()).toBeUndefined();
  });
});

describe('a repository that goes and comes back', () => {
  const of = { owner: 'owner', repo: 'r7' };
  const key = queryKeys.import(of.owner, of.repo);

  it('has its import again on the page that said it was gone', async () => {
    const { engine, queries, asked, end } = await lookAt(7, []);
    const row = summary(7);
    engine.delete(7);
    applyEvent(queries, { type: 'repository.removed', ...of });
    await expect.poll(() => queries.getQueryData(key)).toBeNull();
    engine.set(7, row);
    applyEvent(queries, { type: 'repository.changed', ...of });
    await expect.poll(() => queries.getQueryData(key)).toEqual(row);
    // Any other change asks for nothing of the import.
    asked.times = 0;
    applyEvent(queries, { type: 'repository.changed', ...of });
    expect(asked.times).toBe(0);
    end();
  });

  it('does not show the report and the comparison of the one that had its name before', async () => {
    for (const event of [
      { type: 'repository.removed', ...of },
      { type: 'import.removed', ...of, import_id: 7 },
    ] as const) {
      const { queries, end } = await lookAt(7, []);
      const parts = [queryKeys.report(of.owner, of.repo), queryKeys.comparison(of.owner, of.repo)];
      for (const part of parts) queries.setQueryData(part, { verified: true });
      applyEvent(queries, event);
      expect(parts.map((part) => queries.getQueryData(part))).toEqual([undefined, undefined]);
      end();
    }
  });
});

describe('the table of repositories', () => {
  const row = { id: 1, owner: 'owner', name: 'r1', full_name: 'owner/r1', origin: 'imported', years: null };

  it('has the years of a repository that was counted: it is put in order by them', () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.repositorySummaries, [row, { ...row, id: 2, name: 'r2', full_name: 'owner/r2' }]);
    applyEvent(queries, { type: 'repository.counted', owner: 'owner', repo: 'r1', years: [[2011, 7]] });
    applyEvent(queries, { type: 'repository.counted', owner: 'owner', repo: 'r2', years: null });
    expect(queries.getQueryData(queryKeys.repositorySummaries)).toMatchObject([
      { years: [[2011, 7]] },
      { years: null },
    ]);
  });

  it('is asked for anew when an import is gone: its repository comes from nowhere, or from an archive', () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.repositorySummaries, [row]);
    applyEvent(queries, { type: 'import.removed', owner: 'owner', repo: 'r1', import_id: 1 });
    expect(queries.getQueryState(queryKeys.repositorySummaries)?.isInvalidated).toBe(true);
  });
});

describe('withLines', () => {
  it('adds new lines once, in order', () => {
    expect(withLines([line(1), line(2)], [line(2), line(3)])).toEqual([line(1), line(2), line(3)]);
  });

  it('has nothing to add to before the log was read', () => {
    expect(withLines(undefined, [line(1)])).toBeUndefined();
  });
});

describe('the list of work', () => {
  const [first, second] = [workOf(summary(1)), workOf(summary(2))];
  const done = { ...first, state: 'done' as const, ended_at: '2026-01-01T00:02:00Z' };

  it('keeps a row in its place while it works, and puts what ended behind what works', () => {
    const later = { ...first, percent: 40 };
    expect(withWork([second, first], later)).toEqual([second, later]);
    expect(withWork([first, second], done)).toEqual([second, done]);
    expect(withWork([second, done], workOf(summary(1)))).toEqual([first, second]);
    expect(withWork([second], first)).toEqual([first, second]);
  });

  it('shows of the pushes to one place the last, and those that work', () => {
    const push = (id: number, place: string, ended_at: string | null): Work => ({
      ...{ ...first, key: `push:${id}`, kind: 'push', id, place, ended_at },
    });
    const rows = [
      push(3, '/a', '2026-01-01T00:00:03Z'),
      push(2, '/b', '2026-01-01T00:00:02Z'),
      push(1, '/a', '2026-01-01T00:00:01Z'),
    ];
    expect(withoutSuperseded(rows).map(({ id }) => id)).toEqual([3, 2]);
    expect(withoutSuperseded([push(4, '/a', null), ...rows]).map(({ id }) => id)).toEqual([4, 2]);
  });

  it('shows what runs before what waits', () => {
    const waiting = { ...second, state: 'waiting' as const };
    expect(runningFirst([waiting, first, done])).toEqual([first, waiting, done]);
  });

  it('is changed by an event without a request', () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.work, [first]);
    applyEvent(queries, changed(summary(1, 'complete')));
    expect(queries.getQueryData(queryKeys.work)).toMatchObject([{ key: 'import:1', state: 'done' }]);
    expect(queries.getQueryState(queryKeys.work)?.isInvalidated).toBe(false);
  });
});

it('asks again for an archive that was closed, for the screen that shows it', () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.inspection(7), { id: 7 });
  queries.setQueryData(queryKeys.inspection(8), { id: 8 });
  applyEvent(queries, { type: 'inspection.removed', inspection_id: 7 });
  expect(queries.getQueryState(queryKeys.inspection(7))?.isInvalidated).toBe(true);
  expect(queries.getQueryState(queryKeys.inspection(8))?.isInvalidated).toBe(false);
});
