import type { Migration } from './migration.ts';

export const importVerdict: Migration = {
  version: 18,
  name: 'verdict of imports',
  sql: `
-- JSON of the last verdict that was reached; null before the first.
ALTER TABLE imports ADD COLUMN verdict TEXT;
ALTER TABLE import_batch_entries ADD COLUMN verdict TEXT;
`,
};
