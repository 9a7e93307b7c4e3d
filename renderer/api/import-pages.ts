/** Lists of imports as windows onto pages: what is seen is fetched, what changes comes with its event. */
import type { InfiniteData } from '@tanstack/react-query';
import type { ImportSummary } from '../../service/api/imports/import-schemas.ts';

/** `asking`: those that go on only when a person has done something, and updates that ask. */
export const importFilters = ['all', 'open', 'complete', 'asking'] as const;
export type ImportFilter = (typeof importFilters)[number];

/** Rows of one request, newest first. */
export interface ImportPage {
  rows: ImportSummary[];
  /** Whether there is more behind it. */
  more: boolean;
}

export type ImportPages = InfiniteData<ImportPage, number>;

/** Most rows of one request. */
export const importsPerPage = 100;

/** The page that follows, or null. Rows that events brought or took have moved what the engine counts as a page. */
export function pageAfter(pages: readonly ImportPage[]): number | null {
  if (pages.at(-1)?.more !== true) return null;
  return Math.floor(rowsOf(pages).length / importsPerPage) + 1;
}

/** Every row once: pages overlap where rows came or went between two requests. */
export function rowsOf(pages: readonly ImportPage[]): ImportSummary[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}

/** Whether a list shows an import. */
export function isShownIn(filter: ImportFilter, row: ImportSummary): boolean {
  if (filter === 'asking') return isAsking(row);
  return filter === 'all' || (filter === 'complete') === (row.status === 'complete');
}

function isAsking({ status, waiting_for_release, last_update: last }: ImportSummary): boolean {
  if (status === 'complete')
    return last !== undefined && (last.confirm !== null || last.username_needed || last.unknown_host !== null);
  return waiting_for_release || !working.has(status);
}

/** States in which work goes on. */
export const working: ReadonlySet<string> = new Set([
  'detecting',
  'importing',
  'mapping',
  'pushing',
] satisfies ImportSummary['status'][]);

/** The pages with a row as it is now: in its place, gone from a list that does not show it any more, or new. */
export function withRow(before: ImportPages, row: ImportSummary, shown: boolean): ImportPages {
  // A repository has one import: what was there of another one is over.
  const pages = mapPages(before, (rows) => rows.filter((each) => each.id === row.id || !isOfSame(each, row)));
  const known = pages.pages.some(({ rows }) => rows.some(({ id }) => id === row.id));
  if (!shown) return known ? withoutRow(pages, row.id) : pages;
  if (known) return mapPages(pages, (rows) => rows.map((each) => (each.id === row.id ? row : each)));
  // Older than all that was fetched: it comes with its page.
  const place = pages.pages.findIndex(({ rows, more }) => !more || rows.some(({ id }) => id < row.id));
  if (place === -1) return pages;
  return mapPages(pages, (rows, page) => (page === place ? [...rows, row].sort((a, b) => b.id - a.id) : rows));
}

function isOfSame(a: ImportSummary, b: ImportSummary): boolean {
  return a.owner === b.owner && a.repo === b.repo;
}

/** The pages without an import. */
export function withoutRow(pages: ImportPages, importId: number): ImportPages {
  return mapPages(pages, (rows) => rows.filter(({ id }) => id !== importId));
}

/** Pages whose rows stay the same stay the same objects, so that nothing is drawn again for them. */
function mapPages(pages: ImportPages, change: (rows: ImportSummary[], page: number) => ImportSummary[]): ImportPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const rows = change(page.rows, index);
      const same = rows.length === page.rows.length && rows.every((row, place) => row === page.rows[place]);
      return same ? page : { ...page, rows };
    }),
  };
}
