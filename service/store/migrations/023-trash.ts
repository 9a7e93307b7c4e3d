import type { Migration } from './migration.ts';

export const trash: Migration = {
  version: 23,
  name: 'repositories in the trash',
  sql: `
-- When a repository was thrown away, and the name that it had: its row and folder have another one until the trash is emptied.
ALTER TABLE repositories ADD COLUMN deleted_at TEXT;
ALTER TABLE repositories ADD COLUMN deleted_name TEXT;
CREATE INDEX repositories_deleted ON repositories (id) WHERE deleted_at IS NOT NULL;
`,
};
