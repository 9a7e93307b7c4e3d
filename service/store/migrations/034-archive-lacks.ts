import type { Migration } from './migration.ts';

export const archiveLacks: Migration = {
  version: 34,
  name: 'what archives go without',
  sql: `
-- JSON of ArchiveLacks. NULL without an archive, and where an earlier version made it, which did not count.
ALTER TABLE migrations ADD COLUMN archive_lacks TEXT;
`,
};
