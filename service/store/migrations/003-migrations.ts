import type { Migration } from './migration.ts';

export const archives: Migration = {
  version: 3,
  name: 'migrations, repository locks, opened archives, restores',
  sql: `
-- Id of the repository in records.sqlite (service/migrations/records); null where it has no issues and so on.
ALTER TABLE repositories ADD COLUMN records_id INTEGER;

CREATE TABLE migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  -- The organization, or for a user's migration the account, whose migration it is.
  owner_id INTEGER NOT NULL REFERENCES accounts (id),
  started_by INTEGER NOT NULL REFERENCES accounts (id),
  state TEXT NOT NULL CHECK (state IN ('pending', 'exporting', 'exported', 'failed')),
  lock_repositories INTEGER NOT NULL,
  exclude_attachments INTEGER NOT NULL,
  -- JSON array of attributes that the API leaves out of this migration's answers.
  exclude TEXT NOT NULL DEFAULT '[]',
  -- A sentence for a person; set in state failed.
  error_message TEXT,
  -- Bytes, and lower-case hex SHA-256, of the archive; set in state exported.
  archive_size INTEGER,
  archive_sha256 TEXT,
  exported_at TEXT,
  expires_at TEXT,
  archive_deleted_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX migrations_by_owner ON migrations (owner_id, id);
CREATE INDEX migrations_by_expiry ON migrations (expires_at) WHERE archive_deleted_at IS NULL;

CREATE TABLE migration_repositories (
  migration_id INTEGER NOT NULL REFERENCES migrations (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- Null once the repository was removed: what a migration held stays readable.
  repository_id INTEGER REFERENCES repositories (id) ON DELETE SET NULL,
  full_name TEXT NOT NULL,
  PRIMARY KEY (migration_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX migration_repositories_by_repository ON migration_repositories (repository_id);

CREATE TABLE repository_locks (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories (id) ON DELETE CASCADE,
  migration_id INTEGER NOT NULL REFERENCES migrations (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX repository_locks_by_migration ON repository_locks (migration_id);

-- Archives that were opened; what was read of one lies in inspections/<id>/records.sqlite.
CREATE TABLE inspections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  path TEXT NOT NULL,
  -- Size in bytes and time of change (milliseconds since 1970) of the file as it was read.
  size INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'ready', 'failed')),
  error_message TEXT,
  -- JSON, what the index says in short; set in state ready.
  summary TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- What a restore shall do with a user, an organization or a repository of an opened archive.
CREATE TABLE inspection_choices (
  inspection_id INTEGER NOT NULL REFERENCES inspections (id) ON DELETE CASCADE,
  model_name TEXT NOT NULL CHECK (model_name IN ('user', 'organization', 'repository')),
  -- Login, or owner/name, in the archive.
  source TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('import', 'map', 'rename', 'skip')),
  -- Login, or owner/name, here.
  target TEXT NOT NULL,
  PRIMARY KEY (inspection_id, model_name, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE restores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  inspection_id INTEGER REFERENCES inspections (id) ON DELETE SET NULL,
  archive_path TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'restoring', 'publishing', 'restored', 'failed')),
  error_message TEXT,
  -- JSON: which staged folders go where; written in the transaction that makes the rows, read again after a crash.
  plan TEXT,
  -- JSON: what was restored, for the screen.
  summary TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
`,
};
