import type { Migration } from './migration.ts';

export const olderWork: Migration = {
  version: 32,
  name: 'updates that ask, and exports that ended last, found among thousands',
  sql: `
-- The list of long work names updates that ask and exports that were tried again, however much was begun after them.
CREATE INDEX imports_with_last_update ON imports (id) WHERE last_update IS NOT NULL;
CREATE INDEX imports_not_done ON imports (id) WHERE status <> 'complete';
CREATE INDEX migrations_by_end ON migrations (coalesce(exported_at, updated_at), id) WHERE state IN ('exported', 'failed');
`,
};
