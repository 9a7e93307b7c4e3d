import type { Migration } from './migration.ts';

export const pushTargets: Migration = {
  version: 6,
  name: 'what pushes find at their remotes',
  sql: `
-- JSON: how the remote's refs stand to ours, once it was asked.
ALTER TABLE remote_pushes ADD COLUMN target TEXT;
`,
};
