import type { Migration } from './migration.ts';

export const failedWork: Migration = {
  version: 33,
  name: 'pushes that failed, found among thousands',
  sql: `
-- The list of long work names what failed until it is tried again. Imports that did: imports_not_done, imports_with_last_update.
CREATE INDEX remote_pushes_failed ON remote_pushes (id) WHERE status = 'error';
`,
};
