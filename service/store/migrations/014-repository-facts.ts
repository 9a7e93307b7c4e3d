import type { Migration } from './migration.ts';

export const repositoryFacts: Migration = {
  version: 14,
  name: 'what repositories hold',
  sql: `
-- One more with every change of what lies in the repository.
ALTER TABLE repositories ADD COLUMN content_version INTEGER NOT NULL DEFAULT 0;

-- What was found by looking into a repository and into its records.
CREATE TABLE repository_facts (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories (id) ON DELETE CASCADE,
  -- The repository's when it was looked into; another one since makes the row stale.
  content_version INTEGER NOT NULL,
  language TEXT,
  -- SPDX identifier, 'NOASSERTION' for a licence that is not known; null for none.
  license TEXT,
  has_wiki INTEGER NOT NULL,
  has_issues INTEGER NOT NULL,
  open_issues INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  -- JSON array.
  topics TEXT NOT NULL
) STRICT;
`,
};
