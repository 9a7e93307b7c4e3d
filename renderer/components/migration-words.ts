/** The words for migrations, opened archives and restores. */
import type { Inspection, Migration, Restore } from '../../service/api/migrations/migration-schemas.ts';
import type { Tone } from './import-words.ts';
import { countText } from './number-words.ts';

interface State {
  words: string;
  tone: Tone;
}

type MigrationState = Pick<Migration, 'state'> & {
  archive: Pick<NonNullable<Migration['archive']>, 'deleted_at'> | null;
};

/** A migration's state in a few words. */
export function migrationWords({ state, archive }: MigrationState): State {
  if (state === 'exported' && archive?.deleted_at) return { words: 'Archive deleted', tone: 'quiet' };
  return migrationStates[state];
}

const migrationStates: Record<Migration['state'], State> = {
  pending: { words: 'Waiting', tone: 'busy' },
  exporting: { words: 'Exporting', tone: 'busy' },
  exported: { words: 'Ready', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

export function inspectionWords({ state, problems_count }: Pick<Inspection, 'state' | 'problems_count'>): State {
  if (state === 'reading') return { words: 'Reading', tone: 'busy' };
  if (state === 'failed') return { words: 'Refused', tone: 'bad' };
  if (problems_count > 0) return { words: countText(problems_count, 'problem'), tone: 'attention' };
  return { words: 'Ready', tone: 'good' };
}

export function restoreWords({ state }: Pick<Restore, 'state'>): State {
  return restoreStates[state];
}

const restoreStates: Record<Restore['state'], State> = {
  pending: { words: 'Waiting', tone: 'busy' },
  restoring: { words: 'Restoring', tone: 'busy' },
  restored: { words: 'Restored', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

const hour = 3_600_000;
const day = 24 * hour;

/** `6 days left`, `in 3 hours`; and whether it is time to warn. */
export function expiryWords(expiresAt: string, now: number): { words: string; soon: boolean } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { words: 'is over its time and will be deleted within an hour', soon: true };
  if (left < hour) return { words: `will be deleted in ${countText(Math.ceil(left / 60_000), 'minute')}`, soon: true };
  if (left < 2 * day)
    return { words: `will be deleted in ${countText(Math.round(left / hour), 'hour')}`, soon: left < day };
  return { words: `will be deleted in ${countText(Math.round(left / day), 'day')}`, soon: false };
}

/** `issues` -> `Issues`, `pull_request_reviews` -> `Pull request reviews`. */
export function modelWords(plural: string): string {
  const words = plural.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
