import type { Migration } from './migration.ts';

export const whatWasMade: Migration = {
  version: 28,
  name: 'what mappings made',
  sql: `
-- JSON of what the mapping that waits to be released comes to; null before the first that waited.
ALTER TABLE imports ADD COLUMN made TEXT;
`,
};
