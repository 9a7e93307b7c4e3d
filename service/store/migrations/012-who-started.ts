import type { Migration } from './migration.ts';

export const whoStarted: Migration = {
  version: 12,
  name: 'who started imports',
  sql: `
-- Who started the import, or brought it up to date last; null for imports of earlier versions.
ALTER TABLE imports ADD COLUMN started_by INTEGER REFERENCES accounts (id) ON DELETE SET NULL;
ALTER TABLE import_endings ADD COLUMN started_by INTEGER;

-- An import that cannot go on without a person has ended for whoever waits for its webhook.
DROP TRIGGER import_ends;
CREATE TRIGGER import_ends AFTER UPDATE OF status ON imports
WHEN NEW.status IN ('complete', 'error', 'auth_failed', 'detection_found_nothing', 'detection_found_multiple')
  AND OLD.status <> NEW.status
BEGIN
  INSERT INTO import_endings (repository_id, status, started_by)
  VALUES (NEW.repository_id, CASE NEW.status WHEN 'complete' THEN 'success' ELSE 'failure' END, NEW.started_by);
END;

DROP TRIGGER import_is_cancelled;
CREATE TRIGGER import_is_cancelled AFTER DELETE ON imports
WHEN OLD.status NOT IN ('complete', 'error', 'detection_found_nothing')
BEGIN
  INSERT INTO import_endings (repository_id, status, started_by)
  VALUES (OLD.repository_id, 'cancelled', OLD.started_by);
END;
`,
};
