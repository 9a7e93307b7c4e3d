import type { QueryClient } from '@tanstack/react-query';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import type { AuthorMapping, AuthorRows } from '../../api/authors.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Authors of an import that the window knows: those of the pages that were fetched. */
export function knownAuthors(queries: QueryClient, owner: string, repo: string): CommitAuthor[] {
  const pages = queries.getQueriesData<AuthorRows>({ queryKey: queryKeys.authors(owner, repo) });
  return pages.flatMap(([, page]) => page?.rows ?? []);
}

/** Has the rows that are known of an import say mappings, where they stand. */
export function showMappings(
  queries: QueryClient,
  owner: string,
  repo: string,
  mappings: readonly AuthorMapping[],
): void {
  const byId = new Map(mappings.map((mapping) => [mapping.id, mapping]));
  queries.setQueriesData<AuthorRows>(
    { queryKey: queryKeys.authors(owner, repo) },
    (known) =>
      known && {
        ...known,
        rows: known.rows.map((row) => {
          const mapping = byId.get(row.id);
          return mapping ? { ...row, ...mapping, mapped: true, mapped_by: 'person', suggestion: null } : row;
        }),
      },
  );
}

/** Has the rows that are known of an import be as they are now, where they stand. */
export function showAuthors(queries: QueryClient, owner: string, repo: string, authors: readonly CommitAuthor[]): void {
  const byId = new Map(authors.map((author) => [author.id, author]));
  queries.setQueriesData<AuthorRows>(
    { queryKey: queryKeys.authors(owner, repo) },
    (known) => known && { ...known, rows: known.rows.map((row) => byId.get(row.id) ?? row) },
  );
}
