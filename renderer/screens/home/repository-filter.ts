/** Which repositories the table of Home shows, and in which order. */
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { sourceNames } from '../../components/import-words.ts';
import { t } from '../../language/text.ts';

export const sortColumns = ['name', 'source', 'verdict', 'commits', 'size', 'changed', 'remotes'] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface TableView {
  search: string;
  /** A kind of source, or '' for all. */
  source: string;
  /** What they are like, or '' for all. */
  state: '' | keyof typeof stateFilters;
  sort: SortColumn;
  descending: boolean;
}

export const wholeTable: TableView = { search: '', source: '', state: '', sort: 'name', descending: false };

/** What repositories can be filtered by beside where they came from. */
export const stateFilters = {
  look: { label: t('Verdict not all good'), fits: (row: RepositorySummary) => worstOf(row) > 0 },
  behind: {
    label: t('Changed since pushed'),
    fits: ({ remotes }: RepositorySummary) => remotes.some(({ is_older }) => is_older),
  },
  never: { label: t('Never pushed'), fits: ({ remotes }: RepositorySummary) => remotes.length === 0 },
  empty: { label: t('Empty'), fits: ({ size }: RepositorySummary) => size === 0 },
} as const;

/** Where a repository came from, in words. */
export function sourceWords({ origin, import: record }: RepositorySummary): string {
  if (origin === 'restored') return t('Archive');
  if (origin === 'made') return t('Made here');
  const vcs = record?.vcs ?? null;
  return vcs === null ? t('Import') : (shortNames[vcs] ?? sourceNames[vcs] ?? vcs);
}

const shortNames: Record<string, string> = { tfvc: 'Team Foundation' };

/** The words of all kinds of sources among these, by alphabet. */
export function sourcesOf(rows: readonly RepositorySummary[]): string[] {
  return [...new Set(rows.map(sourceWords))].sort();
}

/** The rows of a view, in its order. Rows that are alike stay by name. */
export function rowsOfView(rows: readonly RepositorySummary[], view: TableView): RepositorySummary[] {
  const wanted = view.search.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      (wanted === '' || textOf(row).includes(wanted)) &&
      (view.source === '' || sourceWords(row) === view.source) &&
      (view.state === '' || stateFilters[view.state].fits(row)),
  );
  const sortValue = values[view.sort];
  const direction = view.descending ? -1 : 1;
  // `rows` are by name: the sort is stable.
  if (view.sort === 'name') return view.descending ? shown.reverse() : shown;
  return shown
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => (a.value < b.value ? -direction : a.value > b.value ? direction : 0))
    .map(({ row }) => row);
}

function textOf({ full_name, import: record, remotes }: RepositorySummary): string {
  return [full_name, record?.vcs_url ?? '', ...remotes.map(({ remote_url }) => remote_url)].join('\n').toLowerCase();
}

const weights = { green: 0, amber: 1, red: 2 } as const;

/** 0 where nothing is wrong or nobody judged, 1 where a person should look, 2 where something is missing. */
function worstOf({ verdict }: RepositorySummary): number {
  return verdict === null ? 0 : Math.max(weights[verdict.complete], weights[verdict.equal], weights[verdict.people]);
}

const values: Record<SortColumn, (row: RepositorySummary) => number | string> = {
  name: ({ full_name }) => full_name.toLowerCase(),
  source: sourceWords,
  verdict: (row) => (row.verdict === null ? -1 : worstOf(row)),
  commits: ({ years }) => years?.reduce((sum, [, commits]) => sum + commits, 0) ?? -1,
  size: ({ size }) => size,
  changed: ({ pushed_at }) => pushed_at,
  remotes: ({ remotes }) => remotes.length,
};

/** The host of a remote, or the folder that it is. */
export function remoteWords(address: string): string {
  const host =
    /^[a-z][a-z\d+.-]*:\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^/:?#]+)/i.exec(address)?.[1] ??
    // A name of one letter is a drive of Windows.
    /^(?:[^@/\\]+@)?(\[[^\]/]*\]|[^:/\\[\]]{2,}):(?!\/\/)/.exec(address)?.[1];
  return host !== undefined && !/^file:/i.test(address) ? host : (address.split(/[\\/]/).findLast(Boolean) ?? address);
}
