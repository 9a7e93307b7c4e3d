import type { Migration } from './migration.ts';

/** Sentences that an earlier version stored become the parameter of an entry that says them as they are. */
const asData = (column: string) =>
  `json_object('kind', 'internal', 'key', 'failure.earlier_sentence', 'parameters', json_object('sentence', ${column}), 'detail', '')`;

const replaced = (table: string, column: string) => `
-- JSON: {kind, key, parameters, detail} of service/failures.
ALTER TABLE ${table} ADD COLUMN failure TEXT;
UPDATE ${table} SET failure = ${asData(column)} WHERE ${column} IS NOT NULL;
ALTER TABLE ${table} DROP COLUMN ${column};
`;

export const failures: Migration = {
  version: 8,
  name: 'failures as data',
  sql: [
    replaced('imports', 'error_message'),
    replaced('migrations', 'error_message'),
    replaced('inspections', 'error_message'),
    replaced('restores', 'error_message'),
    replaced('remote_pushes', 'message'),
    replaced('import_batch_entries', 'message'),
  ].join(''),
};
