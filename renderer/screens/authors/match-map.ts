/** Which authors of an import an author map is about. */
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import type { MapEntry } from '../../../service/vocabulary/authors.ts';
import type { AuthorMapping } from '../../api/authors.ts';

/** Entries of other systems are passed over. @param vcs the system of the import */
export function matchMap(
  entries: readonly MapEntry[],
  authors: readonly CommitAuthor[],
  vcs: string | null,
): { mappings: AuthorMapping[]; unmatched: number } {
  const byName = Map.groupBy(authors, ({ remote_name }) => remote_name);
  // What names its system comes after what names none, and wins.
  const own = entries.filter((entry) => entry.vcs === undefined || entry.vcs === vcs);
  const named = own.toSorted((one, other) => Number(one.vcs !== undefined) - Number(other.vcs !== undefined));
  const mappings = new Map<number, AuthorMapping>();
  let unmatched = 0;
  for (const { remote_name, name, email } of named) {
    const found = byName.get(remote_name) ?? [];
    if (found.length === 0) unmatched += 1;
    for (const { id } of found) mappings.set(id, { id, name, email });
  }
  return { mappings: [...mappings.values()], unmatched };
}
