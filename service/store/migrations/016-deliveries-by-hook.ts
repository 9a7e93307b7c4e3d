import type { Migration } from './migration.ts';

export const deliveriesByHook: Migration = {
  version: 16,
  name: 'deliveries that wait, by hook',
  sql: `
CREATE INDEX hook_deliveries_waiting ON hook_deliveries (hook_id, due_ms, id) WHERE state = 'waiting';
`,
};
