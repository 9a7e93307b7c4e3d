import type Database from 'better-sqlite3';

/** Copies the row with an id, with some of its columns changed. */
export function copyRow(
  store: Database.Database,
  table: string,
  changed: Record<string, string | number>,
  from = 1,
): void {
  const names = store.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)').all(table);
  const columns = names.map(({ name }) => name);
  const values = columns.map((name) => (name in changed ? `@${name}` : name));
  store
    .prepare(`INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE id = @copied`)
    .run({ ...changed, copied: from });
}
