/** Repositories that got another name since their records came: what records call them, and what they are called today. */
import { type Names, nameOf } from './addresses.ts';
import type { ExportedRepository } from './export-scope.ts';
import type { RecordsDatabase } from './records-database.ts';

export interface NamesOfToday {
  /** Of repositories that got another name. */
  names: Names;
  /** In their place, for the records of each repository, where records of two came under one name. */
  ownNames: ReadonlyMap<ExportedRepository, Names>;
}

/** Under which name the records of a repository came, with which restore, and its name of today. */
interface Stored {
  repository: ExportedRepository;
  name: string;
  restore: string | null;
  today: string;
}

export function namesOfToday(
  records: RecordsDatabase | null,
  repositories: readonly ExportedRepository[],
): NamesOfToday {
  const holders = new Map<string, Stored[]>();
  for (const repository of repositories) {
    const stored = records === null ? null : storedOf(records, repository);
    if (stored !== null) holders.set(stored.name, [...(holders.get(stored.name) ?? []), stored]);
  }
  const renames = new Map<string, string>();
  for (const [name, [first]] of holders) {
    if (first !== undefined && first.today !== name) renames.set(name, first.today);
  }
  return { names: { accounts: new Map(), repositories: renames }, ownNames: ownNames(holders, renames) };
}

/**
 * A name that was given up may have been taken by another restored repository: what the records of one restore say of
 * it means the repository of that restore.
 */
function ownNames(
  holders: ReadonlyMap<string, readonly Stored[]>,
  renames: ReadonlyMap<string, string>,
): Map<ExportedRepository, Names> {
  const own = new Map<ExportedRepository, Names>();
  const shared = [...holders.values()].filter((group) => group.length > 1);
  if (shared.length === 0) return own;
  for (const { repository, name, restore, today } of [...holders.values()].flat()) {
    const repositories = new Map(renames);
    for (const group of shared) {
      const meant = group.find((other) => other.restore === restore) ?? group[0];
      if (meant !== undefined) repositories.set(meant.name, meant.today);
    }
    own.set(repository, { accounts: new Map(), repositories: repositories.set(name, today) });
  }
  return own;
}

function storedOf(records: RecordsDatabase, repository: ExportedRepository): Stored | null {
  const { records_id, owner, name } = repository;
  if (records_id === null) return null;
  const row = records
    .sql<{ address: string; restore_guid: string | null }>(
      'SELECT address, restore_guid FROM repositories WHERE id = @id',
    )
    .get({ id: records_id });
  if (row === undefined) return null;
  return { repository, name: nameOf(row.address), restore: row.restore_guid, today: `${owner}/${name}` };
}
