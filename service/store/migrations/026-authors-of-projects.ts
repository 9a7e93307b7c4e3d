import type { Migration } from './migration.ts';

export const authorsOfProjects: Migration = {
  version: 26,
  name: 'authors of the project that was chosen',
  sql: `
-- Of what the last mapping made of one project of a repository: null where it made everything, or before the first. 0 for authors
-- of other projects only.
ALTER TABLE import_authors ADD COLUMN made_count INTEGER;
ALTER TABLE import_authors ADD COLUMN made_first_at TEXT;
ALTER TABLE import_authors ADD COLUMN made_last_at TEXT;
CREATE INDEX import_authors_elsewhere ON import_authors (import_id) WHERE made_count = 0;
`,
};
