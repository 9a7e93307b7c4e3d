import type { Migration } from './migration.ts';

export const importWishes: Migration = {
  version: 19,
  name: 'wishes of imports',
  sql: `
-- JSON of what a person asked for beside the source's history; what is absent was not asked for.
ALTER TABLE imports ADD COLUMN wishes TEXT NOT NULL DEFAULT '{}';
`,
};
