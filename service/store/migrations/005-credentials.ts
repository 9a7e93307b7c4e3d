import type { Migration } from './migration.ts';

export const credentials: Migration = {
  version: 5,
  name: 'remembered credentials and unknown hosts',
  sql: `
-- Id of the entry in the data folder's remembered-credentials.json that the source is read with; null for none.
ALTER TABLE imports ADD COLUMN remembered_credentials TEXT;
-- JSON of an SSH host and its keys, where an unknown key is why the import or the push stopped.
ALTER TABLE imports ADD COLUMN unknown_host TEXT;
ALTER TABLE remote_pushes ADD COLUMN unknown_host TEXT;
`,
};
