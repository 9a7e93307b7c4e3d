import type { Migration } from './migration.ts';

export const installation: Migration = {
  version: 15,
  name: 'which database belongs to which files',
  sql: `
-- One row: a random name of this database, and how often it was opened.
CREATE TABLE installation (
  id TEXT NOT NULL PRIMARY KEY,
  starts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO installation (id, starts) VALUES (lower(hex(randomblob(16))), 0);
`,
};
