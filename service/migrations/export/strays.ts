/** What an earlier run left in the folders of exports. */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationRow } from '../../store/migrations-table.ts';

const ARCHIVE = /^([\da-f-]{36})\.tar\.gz(\.part)?$/;

/**
 * Removes half-made archives, archives that no row promises, and the folders of exports that were cut off.
 * @returns a sentence for each
 */
export async function removeStrays(
  archives: string,
  staging: string,
  byGuid: (guid: string) => MigrationRow | undefined,
): Promise<string[]> {
  const said: string[] = [];
  for (const name of existsSync(staging) ? readdirSync(staging) : []) {
    await rm(join(staging, name), { recursive: true, force: true });
    said.push(`Removed ${join(staging, name)}, left over from an export that was cut off.`);
  }
  for (const name of existsSync(archives) ? readdirSync(archives) : []) {
    const path = join(archives, name);
    const [, guid, part] = ARCHIVE.exec(name) ?? [];
    const row = guid === undefined ? undefined : byGuid(guid);
    if (row === undefined) {
      // Somebody's own file perhaps: never removed without being asked.
      said.push(`The file ${path} belongs to no migration. It was left alone.`);
    } else if (part !== undefined) {
      await rm(path, { force: true });
      said.push(`Removed ${path}, the unfinished archive of migration ${row.id}.`);
    } else if (row.state !== 'exported' || row.archive_deleted_at !== null) {
      await rm(path, { force: true });
      said.push(
        row.archive_deleted_at !== null
          ? `Removed ${path}: the deletion of the archive of migration ${row.id} was cut off.`
          : `Removed ${path}: the export of migration ${row.id} was cut off before it was written down.`,
      );
    }
  }
  return said;
}
