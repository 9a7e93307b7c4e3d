import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  version: 4,
  name: 'webhooks and their deliveries',
  sql: `
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Exactly one of the two: whose imports it is told of.
  repository_id INTEGER REFERENCES repositories (id) ON DELETE CASCADE,
  organization_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- Encrypted with the key file of the data folder; null without one.
  secret TEXT,
  content_type TEXT NOT NULL CHECK (content_type IN ('json', 'form')),
  -- JSON array.
  events TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  -- Status code and sentence of the last attempt; null before the first.
  last_code INTEGER,
  last_message TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((repository_id IS NULL) <> (organization_id IS NULL))
) STRICT;
CREATE INDEX hooks_by_repository ON hooks (repository_id);
CREATE INDEX hooks_by_organization ON hooks (organization_id);

CREATE TABLE hook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hook_id INTEGER NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  guid TEXT NOT NULL,
  event TEXT NOT NULL,
  redelivery INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Milliseconds since 1970; when the next attempt is due, in state waiting.
  due_ms INTEGER,
  -- The payload as it is sent, JSON.
  payload TEXT NOT NULL,
  -- Of the last attempt.
  request_headers TEXT,
  status_code INTEGER,
  -- A sentence, where no answer came.
  problem TEXT,
  response_headers TEXT,
  response_body TEXT,
  duration_ms INTEGER,
  created_at TEXT NOT NULL,
  delivered_at TEXT
) STRICT;
CREATE INDEX hook_deliveries_by_hook ON hook_deliveries (hook_id, id);
CREATE INDEX hook_deliveries_due ON hook_deliveries (due_ms) WHERE state = 'waiting';

-- How imports end, written by the very statement that ends them: a crash loses none, and none is told twice.
CREATE TABLE import_endings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('success', 'failure', 'cancelled'))
) STRICT;

CREATE TRIGGER import_ends AFTER UPDATE OF status ON imports
WHEN NEW.status IN ('complete', 'error') AND OLD.status <> NEW.status
BEGIN
  INSERT INTO import_endings (repository_id, status)
  VALUES (NEW.repository_id, CASE NEW.status WHEN 'complete' THEN 'success' ELSE 'failure' END);
END;

CREATE TRIGGER import_is_cancelled AFTER DELETE ON imports
WHEN OLD.status NOT IN ('complete', 'error', 'detection_found_nothing')
BEGIN
  INSERT INTO import_endings (repository_id, status) VALUES (OLD.repository_id, 'cancelled');
END;
`,
};
