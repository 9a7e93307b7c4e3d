import type { Migration } from './migration.ts';

export const workThatAsks: Migration = {
  version: 31,
  name: 'what asks, and what ended last, found among thousands',
  sql: `
-- The list of long work names all that asks for an answer, however much came after it, and the imports that changed last.
CREATE INDEX remote_pushes_asking ON remote_pushes (id)
  WHERE status IN ('needs_decision', 'auth_failed') OR unknown_host IS NOT NULL;
CREATE INDEX imports_asking ON imports (id)
  WHERE status IN ('auth_failed', 'detection_needs_auth', 'detection_found_multiple') OR waiting_for_release = 1;
CREATE INDEX imports_at_work ON imports (id) WHERE status IN ('detecting', 'importing', 'mapping', 'pushing');
CREATE INDEX imports_by_change ON imports (updated_at, id);
`,
};
