import type { Migration } from './migration.ts';

export const peopleBook: Migration = {
  version: 25,
  name: 'people book',
  sql: `
-- Who the authors of sources are, one book an account, which all imports that it starts share.
CREATE TABLE people_book (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- As sources call the person.
  remote_name TEXT NOT NULL,
  -- The system whose sources do; empty where any does.
  vcs TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  -- What the map of a list says is never put over what a person said.
  set_by TEXT NOT NULL CHECK (set_by IN ('person', 'list')),
  updated_at TEXT NOT NULL,
  UNIQUE (account_id, remote_name, vcs)
) STRICT;

-- Null where nobody said anything.
ALTER TABLE import_authors ADD COLUMN mapped_by TEXT CHECK (mapped_by IN ('person', 'list', 'people_book'));
UPDATE import_authors SET mapped_by = CASE mapped_by_list WHEN 1 THEN 'list' ELSE 'person' END
WHERE mapped_name IS NOT NULL;
ALTER TABLE import_authors DROP COLUMN mapped_by_list;

-- What was mapped in imports that are there, latest first: the first of each name stays. An author who was left as the source
-- has them says nothing about a person.
INSERT OR IGNORE INTO people_book (account_id, remote_name, vcs, name, email, set_by, updated_at)
SELECT i.started_by, a.remote_name, coalesce(i.vcs, ''), a.mapped_name, a.mapped_email, a.mapped_by, a.updated_at
FROM import_authors a JOIN imports i ON i.id = a.import_id
WHERE i.started_by IS NOT NULL AND a.mapped_name IS NOT NULL
  AND (a.mapped_name <> a.source_name OR a.mapped_email <> a.source_email)
ORDER BY a.updated_at DESC, a.id DESC;

-- What was remembered of others, for the account that set the installation up: whose it was is not known any more.
INSERT OR IGNORE INTO people_book (account_id, remote_name, vcs, name, email, set_by, updated_at)
SELECT o.id, m.remote_name, '', m.name, m.email, 'person', m.updated_at
FROM author_mappings m JOIN (SELECT min(id) AS id FROM accounts WHERE type = 'User' AND site_admin = 1) o ON o.id IS NOT NULL
WHERE NOT EXISTS (SELECT 1 FROM people_book b WHERE b.account_id = o.id AND b.remote_name = m.remote_name)
  -- An address at the source's own id is what the source made up.
  AND m.email NOT LIKE '%@________-____-____-____-____________';
DROP TABLE author_mappings;
`,
};
