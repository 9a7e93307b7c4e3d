import type { Migration } from './migration.ts';

export const importBatches: Migration = {
  version: 7,
  name: 'lists of imports',
  sql: `
CREATE TABLE import_batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON array of {remote_name, name, email}: applies to every import of the list.
  author_map TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  -- Null while a person still looks at the list.
  started_at TEXT
) STRICT;
CREATE INDEX import_batches_by_account ON import_batches (account_id);

CREATE TABLE import_batch_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES import_batches (id) ON DELETE CASCADE,
  -- Line or element of the list, from 1.
  line INTEGER NOT NULL,
  -- Free of passwords.
  vcs_url TEXT NOT NULL,
  vcs TEXT,
  tfvc_project TEXT,
  owner TEXT NOT NULL,
  repo TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('refused', 'waiting', 'running', 'needs_attention', 'complete', 'failed', 'stopped')),
  -- A sentence, in states refused, needs_attention and failed.
  message TEXT,
  repository_id INTEGER REFERENCES repositories (id) ON DELETE SET NULL,
  -- Of the report, in state complete.
  verified INTEGER,
  source_revisions INTEGER,
  commits INTEGER,
  started_at TEXT,
  finished_at TEXT
) STRICT;
CREATE INDEX import_batch_entries_by_batch ON import_batch_entries (batch_id, id);
CREATE INDEX import_batch_entries_by_state ON import_batch_entries (state) WHERE state IN ('waiting', 'running');
CREATE INDEX import_batch_entries_by_repository ON import_batch_entries (repository_id);
`,
};
