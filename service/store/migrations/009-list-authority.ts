import type { Migration } from './migration.ts';

export const listAuthority: Migration = {
  version: 9,
  name: 'what lists may do',
  sql: `
-- JSON: {private, singleSignOn, folders} of who made or started the list, asked again when an entry's turn comes. Lists of
-- earlier versions may what their accounts may.
ALTER TABLE import_batches ADD COLUMN authority TEXT NOT NULL
  DEFAULT '{"private":true,"singleSignOn":true,"folders":true}';
`,
};
