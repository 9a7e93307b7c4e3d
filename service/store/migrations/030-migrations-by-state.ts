import type { Migration } from './migration.ts';

export const migrationsByState: Migration = {
  version: 30,
  name: 'migrations found by what they wait for',
  sql: `
-- Each start asks for those that were cut off, wait or failed, for those that never became whole, and for archives: of a hundred
-- thousand all were read, five times.
CREATE INDEX migrations_by_state ON migrations (state);
CREATE INDEX migrations_unfinished ON migrations (id) WHERE is_whole = 0;
CREATE INDEX migrations_with_archive ON migrations (expires_at, id) WHERE expires_at IS NOT NULL AND archive_deleted_at IS NULL;
`,
};
