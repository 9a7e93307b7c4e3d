/** What is taken out of the installation's records, and the files that go with it. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACHED_FILES, attachedFile } from './attached-files.ts';
import { openRecords, type RecordsDatabase } from './records-database.ts';

export type RecordsChange =
  | { kind: 'restores'; guids: string[] }
  /** Removes these repositories; `keep` removes all but these, and every file that no record names. */
  | { kind: 'repositories'; ids: number[] }
  | { kind: 'keep'; ids: number[] };

/** How much went. */
export interface RecordsChanged {
  repositories: number;
  files: number;
  /** Repositories to keep of which there are no records: the database was lost, and nothing was removed by it. */
  lost: number;
}

export function changeRecords(dataFolder: string, change: RecordsChange): RecordsChanged {
  const records = openRecords(join(dataFolder, 'records.sqlite'));
  try {
    if (change.kind === 'restores') {
      for (const guid of change.guids) records.removeRestore(guid);
      return { repositories: 0, files: 0, lost: 0 };
    }
    if (change.kind === 'repositories') {
      const paths = filesOf(records, change.ids);
      records.removeRepositories(change.ids);
      // Records of another repository of the same archive may name the same file.
      const named = namedFiles(records);
      const unnamed = paths.filter((path) => !named.has(path));
      return { repositories: change.ids.length, files: removeFiles(dataFolder, unnamed), lost: 0 };
    }
    const there = new Set(
      records
        .sql<{ id: number }>('SELECT id FROM repositories')
        .all({})
        .map(({ id }) => id),
    );
    const lost = change.ids.filter((id) => !there.has(id)).length;
    if (lost > 0) return { repositories: 0, files: 0, lost };
    const known = new Set(change.ids);
    const gone = [...there].filter((id) => !known.has(id));
    records.removeRepositories(gone);
    return { repositories: gone.length, files: removeFiles(dataFolder, unnamedFiles(records, dataFolder)), lost: 0 };
  } finally {
    records.close();
  }
}

function filesOf(records: RecordsDatabase, ids: readonly number[]): string[] {
  return ATTACHED_FILES.flatMap(({ folder, column }) =>
    ids.flatMap((id) =>
      records
        .sql<{ path: string }>(
          `SELECT "${column}" AS path FROM ${folder} WHERE ifnull(repository_id, 0) = @id AND "${column}" IS NOT NULL`,
        )
        .all({ id })
        .map(({ path }) => path),
    ),
  );
}

/** Paths that records name. */
function namedFiles(records: RecordsDatabase): Set<string> {
  return new Set(
    ATTACHED_FILES.flatMap(({ folder, column }) =>
      records
        .sql<{ path: string }>(`SELECT "${column}" AS path FROM ${folder} WHERE "${column}" IS NOT NULL`)
        .all({})
        .map(({ path }) => path),
    ),
  );
}

function unnamedFiles(records: RecordsDatabase, dataFolder: string): string[] {
  const named = namedFiles(records);
  const unnamed: string[] = [];
  for (const { folder } of ATTACHED_FILES) {
    if (!existsSync(join(dataFolder, folder))) continue;
    for (const inner of readdirSync(join(dataFolder, folder))) {
      for (const name of readdirSync(join(dataFolder, folder, inner))) {
        const path = `${folder}/${inner}/${name}`;
        if (!named.has(path)) unnamed.push(path);
      }
    }
  }
  return unnamed;
}

/** Removes files and what becomes empty by it. Paths of another form are left alone. */
function removeFiles(dataFolder: string, paths: readonly string[]): number {
  let removed = 0;
  for (const path of paths) {
    const file = attachedFile(path);
    if (file === null) continue;
    const { root, folder, name } = file;
    rmSync(join(dataFolder, root, folder, name), { force: true });
    removed += 1;
    try {
      rmdirSync(join(dataFolder, root, folder));
    } catch {
      // Not empty: other files lie there.
    }
  }
  return removed;
}
