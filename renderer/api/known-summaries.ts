/** Writes what events say of imports into the table of repositories. */
import type { QueryClient } from '@tanstack/react-query';
import type { ImportSummary } from '../../service/api/imports/import-schemas.ts';
import type { RepositorySummary } from '../../service/api/organizations/repository-summaries.ts';
import { write } from './known-imports.ts';
import { queryKeys } from './query-keys.ts';

/** Keeps an import's state and verdict in the row of its repository, where the table is known. */
export function keepSummaryOfImport(queries: QueryClient, record: ImportSummary): void {
  change(queries, `${record.owner}/${record.repo}`, (row) => {
    const changed = withImport(row, record);
    return isSame(row, changed) ? row : changed;
  });
}

/** Keeps the commits of a repository's years in its row, where the table is known: it is put in order by them. */
export function keepYears(queries: QueryClient, fullName: string, years: RepositorySummary['years']): void {
  change(queries, fullName, (row) => ({ ...row, years }));
}

function change(queries: QueryClient, fullName: string, changed: (row: RepositorySummary) => RepositorySummary): void {
  write<RepositorySummary[]>(queries, queryKeys.repositorySummaries, (rows) => {
    const at = rows.findIndex(({ full_name }) => full_name === fullName);
    const row = rows[at];
    const now = row && changed(row);
    return now === undefined || now === row ? rows : rows.with(at, now);
  });
}

function withImport(row: RepositorySummary, { vcs, vcs_url, status, verdict }: ImportSummary): RepositorySummary {
  return {
    ...row,
    origin: 'imported',
    import: { vcs: vcs as NonNullable<RepositorySummary['import']>['vcs'], vcs_url, status },
    verdict:
      verdict === undefined
        ? null
        : { complete: verdict.complete.state, equal: verdict.equal.state, people: verdict.people.state },
  };
}

function isSame(a: RepositorySummary, b: RepositorySummary): boolean {
  return JSON.stringify([a.import, a.verdict]) === JSON.stringify([b.import, b.verdict]);
}
