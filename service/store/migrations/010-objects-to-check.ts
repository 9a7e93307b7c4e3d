import type { Migration } from './migration.ts';

/** Earlier versions linked whole packs of what was fetched into repositories: those are looked at once. */
export const objectsToCheck: Migration = {
  version: 10,
  name: 'repositories that may hold foreign objects',
  sql: `
CREATE TABLE repositories_to_clean (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories (id) ON DELETE CASCADE
) STRICT;
INSERT INTO repositories_to_clean (repository_id) SELECT id FROM repositories;
`,
};
