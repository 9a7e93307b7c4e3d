import type { Migration } from './migration.ts';

export const lastUpdate: Migration = {
  version: 17,
  name: 'updates that changed nothing',
  sql: `
-- JSON; null where the last update came through, or none was asked for.
ALTER TABLE imports ADD COLUMN last_update TEXT;

-- An import whose update failed is complete again, as it was before; its hooks are told of the update.
DROP TRIGGER import_ends;
CREATE TRIGGER import_ends AFTER UPDATE OF status ON imports
WHEN NEW.status IN ('complete', 'error', 'auth_failed', 'detection_found_nothing', 'detection_found_multiple')
  AND OLD.status <> NEW.status
BEGIN
  INSERT INTO import_endings (repository_id, status, started_by)
  VALUES (
    NEW.repository_id,
    CASE
      WHEN NEW.status <> 'complete' THEN 'failure'
      WHEN NEW.last_update IS NULL THEN 'success'
      WHEN json_extract(NEW.last_update, '$.status') = 'cancelled' THEN 'cancelled'
      ELSE 'failure'
    END,
    NEW.started_by
  );
END;
`,
};
