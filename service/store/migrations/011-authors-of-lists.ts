import type { Migration } from './migration.ts';

export const authorsOfLists: Migration = {
  version: 11,
  name: 'authors mapped by lists',
  sql: `
-- 1 where the map of a list of imports made the mapping: a later try of the list may change it, and no other.
ALTER TABLE import_authors ADD COLUMN mapped_by_list INTEGER NOT NULL DEFAULT 0;
`,
};
