import type { Migration } from './migration.ts';

export const wholeMigrations: Migration = {
  version: 29,
  name: 'migrations that are written piece by piece',
  sql: `
-- 0 while the rows of its many repositories are written: until then nobody sees it, and the next start removes it.
ALTER TABLE migrations ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1 CHECK (is_whole IN (0, 1));
`,
};
