import type { Migration } from './migration.ts';

export const access: Migration = {
  version: 2,
  name: 'applications, tokens and grants, two-factor, rate limits, settings',
  sql: `
ALTER TABLE accounts ADD COLUMN saml_enforced INTEGER NOT NULL DEFAULT 0;

CREATE TABLE applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  client_id TEXT NOT NULL UNIQUE CHECK (length(client_id) = 20),
  -- SHA-256 of the 40 hex digits, which are random enough to need no salt; the secret itself is shown once.
  client_secret_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX applications_by_owner ON applications (owner_id, id);

-- What an application may do for an account; its scopes are the union of its tokens'.
CREATE TABLE grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (account_id, application_id)
) STRICT;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null for a personal token.
  grant_id INTEGER REFERENCES grants (id) ON DELETE CASCADE,
  note TEXT,
  note_url TEXT,
  fingerprint TEXT,
  -- JSON array, normalised and sorted.
  scopes TEXT NOT NULL,
  -- Lower-case hex SHA-256 of the token, which is stored nowhere.
  hashed_token TEXT NOT NULL UNIQUE,
  token_last_eight TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX tokens_by_account ON tokens (account_id, id);
CREATE INDEX tokens_by_grant ON tokens (grant_id, fingerprint);
-- A note is unique among the tokens of an account that belong to no application.
CREATE UNIQUE INDEX personal_token_notes ON tokens (account_id, note) WHERE grant_id IS NULL;

CREATE TABLE two_factor (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- Encrypted with the key file of the data folder: nonce, tag and text in base64.
  secret TEXT NOT NULL,
  -- Null while the account has not confirmed it with a code.
  enabled_at TEXT,
  -- Time step of the last code that was used up.
  last_step INTEGER NOT NULL DEFAULT 0,
  -- JSON array of SHA-256 hashes of the recovery codes that are left.
  recovery_codes TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE rate_limits (
  -- 'account:<id>' or 'address:<ip>', then the category.
  caller TEXT NOT NULL,
  category TEXT NOT NULL,
  -- Seconds since 1970.
  window_ends INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (caller, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE rate_history (
  caller TEXT NOT NULL,
  -- Minutes since 1970.
  minute INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (caller, minute)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  -- JSON.
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
