import type { Migration } from './migration.ts';

export const repositoryStatistics: Migration = {
  version: 22,
  name: 'statistics of repositories',
  sql: `
-- Counted from git once for each state of the refs; whatever is lost here is counted again.
CREATE TABLE repository_statistics (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories (id) ON DELETE CASCADE,
  -- Digest of the state of the refs that was counted.
  refs_state TEXT NOT NULL,
  -- JSON of \`RepositoryStatistics\`.
  statistics TEXT NOT NULL
) STRICT;
`,
};
