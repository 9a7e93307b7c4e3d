import type { Migration } from './migration.ts';

export const allowedTokens: Migration = {
  version: 13,
  name: 'tokens allowed for single sign-on',
  sql: `
-- Organizations that enforce single sign-on and that a personal token may reach all the same.
CREATE TABLE token_organizations (
  token_id INTEGER NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  organization_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  PRIMARY KEY (token_id, organization_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_organizations_by_organization ON token_organizations (organization_id, token_id);

-- Who leaves, and a token whose text is another one, must be allowed anew.
CREATE TRIGGER member_leaves AFTER DELETE ON memberships
BEGIN
  DELETE FROM token_organizations WHERE organization_id = OLD.organization_id
    AND token_id IN (SELECT id FROM tokens WHERE account_id = OLD.account_id);
END;
CREATE TRIGGER token_is_another AFTER UPDATE OF hashed_token ON tokens WHEN OLD.hashed_token <> NEW.hashed_token
BEGIN
  DELETE FROM token_organizations WHERE token_id = NEW.id;
END;
`,
};
