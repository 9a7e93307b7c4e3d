/**
 * Files that records name within their arrays and objects, such as the assets of releases. No source says how archives lay those
 * (docs/formats/archive.md), so they are not brought along; the record keeps what it says, and they are counted.
 */
import { FILE_ROOT } from './addresses.ts';
import { MODELS } from './models.ts';
import type { RecordsDatabase } from './records-database.ts';
import { homeColumn } from './schema.ts';

const NAMED = new RegExp(`"${FILE_ROOT}([^"\\\\]+)"`, 'g');

/** @param repositoryId of the `repositories` table. @returns their paths in an archive, each once */
export function filesInJson(records: RecordsDatabase, repositoryId: number): Set<string> {
  const paths = new Set<string>();
  for (const model of MODELS) {
    const { plural, scope, fields } = model;
    if (scope === 'account') continue;
    const columns = [...fields.filter(({ kind }) => kind === 'json').map(({ name }) => name), 'other_fields'];
    const rows = records.sql<Record<string, string | null>>(
      `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${plural} WHERE ${homeColumn(model)} = @id
         AND (${columns.map((column) => `instr("${column}", '"${FILE_ROOT}') > 0`).join(' OR ')})`,
    );
    for (const row of rows.iterate({ id: repositoryId })) {
      for (const json of Object.values(row)) {
        for (const [, path = ''] of (json ?? '').matchAll(NAMED)) paths.add(path);
      }
    }
  }
  return paths;
}
