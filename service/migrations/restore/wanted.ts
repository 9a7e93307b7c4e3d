/** What of an archive is to be restored, and as what: told by the choices. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import type { RestoreChoice } from '../../vocabulary/archive-contents.ts';
import { type ChoicesOf, readChoices } from '../inspect/choices/choice-queries.ts';
import { ATTACHED_FILES, attachedFile, attachedInArchive } from '../records/attached-files.ts';
import type { CopyPlan } from '../records/copy-records.ts';
import { openRecordsIfAny, type RecordsDatabase } from '../records/records-database.ts';

export interface Wanted {
  /** All of them, by model. */
  choices: RestoreChoice[];
  /** Repositories that come: full name in the archive -> full name here. */
  repositories: ReadonlyMap<string, string>;
  /** Files that come: path in the archive -> path below the data folder. */
  files: ReadonlyMap<string, string>;
  copy: CopyPlan;
}

/** @throws Failure (a sentence) when a choice cannot be carried out */
export function wantedOf(index: RecordsDatabase, guid: string, of: ChoicesOf): Wanted {
  const { choices } = readChoices(index, of);
  const problem = choices.find((choice) => choice.problem !== null);
  if (problem !== undefined) {
    throw Failure.of('restore.choice_impossible', { source: problem.source, problem: problem.problem ?? '' });
  }
  const accounts = new Map<string, { target: string } | null>();
  const all = new Map<string, { target: string; copy: boolean }>();
  const repositories = new Map<string, string>();
  for (const { model_name, source, action, target } of choices) {
    if (model_name === 'repository') {
      const copy = action === 'import' || action === 'rename';
      all.set(source, { target: action === 'skip' ? source : target, copy });
      if (copy) repositories.set(source, target);
    } else if (action === 'skip') {
      // One login may be a user's and an organization's; what is kept of either counts.
      if (!accounts.has(source)) accounts.set(source, null);
    } else accounts.set(source, { target });
  }
  const files = wantedFiles(index, of.dataFolder, new Set(repositories.keys()));
  const moved = new Map([...files].filter(([from, to]) => from !== to));
  return { choices, repositories, files, copy: { restoreGuid: guid, accounts, repositories: all, files: moved } };
}

/**
 * Files that the restored records name; one whose folder is taken here gets another folder, also one that the archive
 * does not hold: the record would mean somebody else's file.
 */
function wantedFiles(
  index: RecordsDatabase,
  dataFolder: string,
  repositories: ReadonlySet<string>,
): Map<string, string> {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { folder: table, column } of ATTACHED_FILES) {
    const there = foldersHere(dataFolder, table, column);
    const isTaken = (name: string) => there.has(name) || existsSync(join(dataFolder, table, name));
    let last = table === 'repository_files' ? lastNumber(there) : 0;
    const rows = index.sql<{ path: string; full_name: string }>(
      `SELECT "${column}" AS path, substr(r.address, 2) AS full_name FROM ${table} f
       JOIN repositories r ON r.id = f.repository_id
       WHERE "${column}" IS NOT NULL ORDER BY f.archive_position, f.id`,
    );
    for (const { path, full_name } of rows.iterate({})) {
      if (!repositories.has(full_name)) continue;
      // A record may name any file of the archive; only those in their own folder come along.
      const file = attachedInArchive(path);
      if (file?.root !== table) continue;
      const { root, above, folder, name } = file;
      let to = folders.get(above);
      if (to === undefined) {
        to = above;
        if (folder === null || isTaken(folder)) {
          last += 1;
          to = `${root}/${table === 'attachments' ? randomUUID() : last}`;
        } else if (/^\d{1,15}$/.test(folder)) last = Math.max(last, Number(folder));
        folders.set(above, to);
      }
      files.set(path, `${to}/${name}`);
    }
  }
  return files;
}

/** Folders of attached files that are here, and those that records here name although they are not. */
function foldersHere(dataFolder: string, table: string, column: string): Set<string> {
  const path = join(dataFolder, table);
  const folders = new Set(existsSync(path) ? readdirSync(path) : []);
  const records = openRecordsIfAny(join(dataFolder, 'records.sqlite'));
  try {
    const rows = records?.sql<{ path: string }>(
      `SELECT "${column}" AS path FROM ${table} WHERE "${column}" IS NOT NULL`,
    );
    for (const row of rows?.iterate({}) ?? []) folders.add(attachedFile(row.path)?.folder ?? '');
  } finally {
    records?.close();
  }
  return folders;
}

function lastNumber(folders: ReadonlySet<string>): number {
  let last = 0;
  for (const name of folders) if (/^\d{1,15}$/.test(name)) last = Math.max(last, Number(name));
  return last;
}
