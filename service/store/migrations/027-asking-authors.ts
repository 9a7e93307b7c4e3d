import type { Migration } from './migration.ts';

export const askingAuthors: Migration = {
  version: 27,
  name: 'imports that ask for authors without an address',
  sql: `
-- 1 until it waited for a person, or was released: it waits before it publishes where authors have no address.
ALTER TABLE imports ADD COLUMN hold_for_new_authors INTEGER NOT NULL DEFAULT 0;
-- Whether the imports of the list do.
ALTER TABLE import_batches ADD COLUMN hold_for_new_authors INTEGER NOT NULL DEFAULT 0;
`,
};
