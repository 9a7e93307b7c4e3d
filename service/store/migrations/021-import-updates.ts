import type { Migration } from './migration.ts';

const AT_WORK = "('detecting', 'importing', 'mapping', 'pushing')";

export const importUpdates: Migration = {
  version: 21,
  name: 'updates as runs of their own',
  sql: `
CREATE TABLE import_updates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  vcs_url TEXT NOT NULL,
  -- Account that began it; null where that is not known any more.
  started_by INTEGER,
  -- JSON: why it changed nothing.
  failure TEXT,
  -- Commits of the repository before and after it; null where nobody counted.
  commits_before INTEGER,
  commits_after INTEGER,
  started_at TEXT NOT NULL,
  ended_at TEXT
) STRICT;
CREATE INDEX import_updates_by_import ON import_updates (import_id, id);

-- The address before it was changed, to go back to.
ALTER TABLE imports ADD COLUMN previous_url TEXT;

-- What is known of the updates before this table.
INSERT INTO import_updates (import_id, status, vcs_url, started_by, failure, started_at, ended_at)
SELECT id, json_extract(last_update, '$.status'), vcs_url, started_by, json_extract(last_update, '$.failure'),
  json_extract(last_update, '$.at'), json_extract(last_update, '$.at')
FROM imports WHERE last_update IS NOT NULL;
-- One that was cut off in the middle goes on, and ends like any other.
INSERT INTO import_updates (import_id, status, vcs_url, started_by, commits_before, started_at)
SELECT id, 'running', vcs_url, started_by, commit_count, started_at
FROM imports WHERE status IN ${AT_WORK} AND json_extract(fetched, '$.updating') = 1;

-- Written by the statements that begin and end it: no code can forget it, and no crash comes in between.
CREATE TRIGGER import_update_begins AFTER UPDATE OF status ON imports
WHEN NEW.status IN ${AT_WORK} AND OLD.status NOT IN ${AT_WORK}
  AND json_extract(NEW.fetched, '$.updating') = 1
BEGIN
  INSERT INTO import_updates (import_id, status, vcs_url, started_by, commits_before, started_at)
  VALUES (NEW.id, 'running', NEW.vcs_url, NEW.started_by, NEW.commit_count, NEW.started_at);
END;
CREATE TRIGGER import_update_ends AFTER UPDATE OF status ON imports
WHEN NEW.status NOT IN ${AT_WORK} AND OLD.status IN ${AT_WORK}
BEGIN
  UPDATE import_updates SET
    status = CASE
      WHEN NEW.status <> 'complete' THEN 'failed'
      WHEN NEW.last_update IS NULL THEN 'complete'
      ELSE json_extract(NEW.last_update, '$.status')
    END,
    failure = CASE WHEN NEW.status = 'complete' THEN json_extract(NEW.last_update, '$.failure') ELSE NEW.failure END,
    commits_after = CASE WHEN NEW.status = 'complete' AND NEW.last_update IS NULL THEN NEW.commit_count END,
    ended_at = NEW.updated_at
  WHERE import_id = NEW.id AND status = 'running';
END;
`,
};
