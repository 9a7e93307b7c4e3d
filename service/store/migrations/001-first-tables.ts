import type { Migration } from './migration.ts';

export const firstTables: Migration = {
  version: 1,
  name: 'first tables',
  sql: `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL CHECK (type IN ('User', 'Organization')),
  login TEXT NOT NULL COLLATE NOCASE UNIQUE,
  name TEXT,
  email TEXT,
  password_hash TEXT CHECK ((password_hash IS NULL) = (type = 'Organization')),
  site_admin INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE memberships (
  organization_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  PRIMARY KEY (organization_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_account ON memberships (account_id);

CREATE TABLE repositories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL COLLATE NOCASE,
  description TEXT,
  private INTEGER NOT NULL DEFAULT 0,
  default_branch TEXT NOT NULL,
  size_kb INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  pushed_at TEXT NOT NULL,
  UNIQUE (owner_id, name)
) STRICT;

CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id INTEGER NOT NULL UNIQUE REFERENCES repositories (id) ON DELETE CASCADE,
  vcs TEXT,
  vcs_given INTEGER NOT NULL,
  vcs_url TEXT NOT NULL,
  svn_root TEXT,
  tfvc_project TEXT,
  status TEXT NOT NULL,
  status_text TEXT NOT NULL,
  failed_step TEXT,
  error_message TEXT,
  percent INTEGER NOT NULL DEFAULT 0,
  push_percent INTEGER NOT NULL DEFAULT 0,
  commit_count INTEGER,
  authors_count INTEGER NOT NULL DEFAULT 0,
  use_lfs TEXT NOT NULL DEFAULT 'undecided',
  hold_before_push INTEGER NOT NULL DEFAULT 0,
  waiting_for_release INTEGER NOT NULL DEFAULT 0,
  include_hidden_refs INTEGER NOT NULL DEFAULT 0,
  -- Credentials themselves are never stored: only that the source was given some.
  credentials_used INTEGER NOT NULL DEFAULT 0,
  project_choices TEXT NOT NULL DEFAULT '[]',
  chosen_layout TEXT,
  detected_layout TEXT,
  -- What a completed fetch found, as JSON; null until the fetch is complete.
  fetched TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE import_authors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  remote_id TEXT NOT NULL,
  remote_name TEXT NOT NULL,
  source_name TEXT NOT NULL,
  source_email TEXT NOT NULL,
  mapped_name TEXT,
  mapped_email TEXT,
  commit_count INTEGER NOT NULL,
  first_commit_at TEXT,
  last_commit_at TEXT,
  updated_at TEXT NOT NULL,
  UNIQUE (import_id, remote_id)
) STRICT;

CREATE INDEX import_authors_by_remote_name ON import_authors (import_id, remote_name);

-- Mappings made in any import, offered in the next one.
CREATE TABLE author_mappings (
  remote_name TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE import_log_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('info', 'warning', 'error')),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX import_log_lines_by_import ON import_log_lines (import_id, id);

-- The refs that an import wrote into its repository, and may therefore replace.
CREATE TABLE import_refs (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  oid TEXT NOT NULL,
  PRIMARY KEY (import_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_large_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  ref_name TEXT NOT NULL,
  path TEXT NOT NULL,
  oid TEXT NOT NULL,
  size INTEGER NOT NULL
) STRICT;
CREATE INDEX import_large_files_by_import ON import_large_files (import_id);

CREATE TABLE remote_pushes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id INTEGER NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  remote_url TEXT NOT NULL,
  status TEXT NOT NULL,
  percent INTEGER NOT NULL DEFAULT 0,
  status_text TEXT NOT NULL,
  message TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX remote_pushes_by_repository ON remote_pushes (repository_id);
`,
};
