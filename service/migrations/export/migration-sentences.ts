import { type Said, say } from '../../../language/sentence.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';

type MigrationState = MigrationRow['state'];

/** What a migration is called among all that waits for room on the disk. */
export const roomName = ({ id, owner }: MigrationRow): string => `The export of migration ${id} of ${owner}`;

/** Why a migration cannot be retried. */
export const NOT_FAILED: Record<Exclude<MigrationState, 'failed'>, (id: number) => Said> = {
  pending: (id) => say('Migration {id} is pending: only a failed one can be retried.', { id }),
  exporting: (id) => say('Migration {id} is exporting: only a failed one can be retried.', { id }),
  exported: (id) => say('Migration {id} is exported: only a failed one can be retried.', { id }),
};

/** Why a migration cannot be cancelled. */
export const NOT_UNDER_WAY: Record<'exported' | 'failed', (id: number) => Said> = {
  exported: (id) => say('Migration {id} is exported: there is nothing to cancel.', { id }),
  failed: (id) => say('Migration {id} is failed: there is nothing to cancel.', { id }),
};
