import type { Migration } from './migration.ts';

export const remotes: Migration = {
  version: 20,
  name: 'remotes that repositories were pushed to',
  sql: `
CREATE TABLE remotes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id INTEGER NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  -- Never holds a password.
  remote_url TEXT NOT NULL,
  -- What the last push took along beside branches and tags.
  notes INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  -- Whether it is pushed to after each update, and with whose remembered credentials.
  push_after_update INTEGER NOT NULL DEFAULT 0,
  account_id INTEGER,
  pushed_at TEXT NOT NULL,
  refs_count INTEGER,
  -- Deflated lines of object and name: what of ours the remote had after the last push. Null where that is not known.
  refs BLOB,
  UNIQUE (repository_id, remote_url)
) STRICT;

-- What stands behind a question mark may be a secret of somebody.
INSERT INTO remotes (repository_id, remote_url, notes, deleted, pushed_at)
SELECT repository_id, remote_url, 1, 0, max(created_at) FROM remote_pushes
WHERE status = 'complete' AND instr(remote_url, '?') = 0
GROUP BY repository_id, remote_url;

-- Null while it runs or waits, and in rows of earlier versions.
ALTER TABLE remote_pushes ADD COLUMN ended_at TEXT;
-- JSON: what is pushed beside branches and tags.
ALTER TABLE remote_pushes ADD COLUMN too TEXT NOT NULL DEFAULT '{"notes":true,"deleted":false}';
CREATE INDEX remote_pushes_at_work ON remote_pushes (id) WHERE status IN ('running', 'waiting');
`,
};
