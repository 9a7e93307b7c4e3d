/**
 * Files that records name within their arrays and objects, such as the assets of releases. No source says how archives lay those
 * (docs/formats/archive.md), so they are not brought along; the record keeps what it says, and they are counted.
 */
import { FILE_ROOT } from './addresses.ts';
import { MODELS } from './models.ts';
import type { RecordsDatabase } from './records-database.ts';

const NAMED = new RegExp(`"${FILE_ROOT}([^"\\\\]+)"`, 'g');

/** @param repositoryId of the `repositories` table. @returns their paths in an archive, each once */
export function filesInJson(records: RecordsDatabase, repositoryId: number): Set<string> {
  const paths = new Set<string>();
  for (const { plural, scope, fields } of MODELS) {
    if (scope === 'account') continue;
    const columns = [...fields.filter(({ kind }) => kind === 'json').map(({ name }) => name), 'other_fields'];
    const home = plural === 'repositories' ? 'id' : 'repository_id';
    for (const column of columns) {
      const rows = records.sql<{ json: string }>(
        `SELECT "${column}" AS json FROM ${plural} WHERE ${home} = @id AND instr("${column}", '"${FILE_ROOT}') > 0`,
      );
      for (const { json } of rows.iterate({ id: repositoryId })) {
        for (const [, path = ''] of json.matchAll(NAMED)) paths.add(path);
      }
    }
  }
  return paths;
}
