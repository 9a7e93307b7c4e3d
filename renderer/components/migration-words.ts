/** The words for migrations, opened archives and restores. */
import type { Inspection, Migration, Restore } from '../../service/api/migrations/migration-schemas.ts';
import { t } from '../language/text.ts';
import type { Tone } from './import-words.ts';

interface State {
  words: string;
  tone: Tone;
}

type MigrationState = Pick<Migration, 'state'> & {
  archive: Pick<NonNullable<Migration['archive']>, 'deleted_at' | 'lacks'> | null;
};

/** A migration's state in a few words. */
export function migrationWords({ state, archive }: MigrationState): State {
  if (state === 'exported' && archive?.deleted_at) return { words: t('Archive deleted'), tone: 'quiet' };
  if (state === 'exported' && (archive?.lacks?.notes.length ?? 0) > 0)
    return { words: t('Ready, files missing'), tone: 'attention' };
  return migrationStates[state];
}

const migrationStates: Record<Migration['state'], State> = {
  pending: { words: t('Waiting'), tone: 'busy' },
  exporting: { words: t('Exporting'), tone: 'busy' },
  exported: { words: t('Ready'), tone: 'good' },
  failed: { words: t('Failed'), tone: 'bad' },
};

export function inspectionWords({ state, problems_count }: Pick<Inspection, 'state' | 'problems_count'>): State {
  if (state === 'reading') return { words: t('Reading'), tone: 'busy' };
  if (state === 'failed') return { words: t('Refused'), tone: 'bad' };
  if (problems_count > 0)
    return {
      words: t('{problems, plural, one {# problem} other {# problems}}', { problems: problems_count }),
      tone: 'attention',
    };
  return { words: t('Ready'), tone: 'good' };
}

export function restoreWords({ state, summary }: Pick<Restore, 'state' | 'summary'>): State {
  if (state === 'restored' && summary?.whole === false)
    return { words: t('Restored, parts missing'), tone: 'attention' };
  return restoreStates[state];
}

const restoreStates: Record<Restore['state'], State> = {
  pending: { words: t('Waiting'), tone: 'busy' },
  restoring: { words: t('Restoring'), tone: 'busy' },
  restored: { words: t('Restored'), tone: 'good' },
  failed: { words: t('Failed'), tone: 'bad' },
};

const hour = 3_600_000;
const day = 24 * hour;

/** `6 days left`, `in 3 hours`; and whether it is time to warn. */
export function expiryWords(expiresAt: string, now: number): { words: string; soon: boolean } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { words: t('is over its time and will be deleted within an hour'), soon: true };
  if (left < hour)
    return {
      words: t('will be deleted in {minutes, plural, one {# minute} other {# minutes}}', {
        minutes: Math.ceil(left / 60_000),
      }),
      soon: true,
    };
  if (left < 2 * day)
    return {
      words: t('will be deleted in {hours, plural, one {# hour} other {# hours}}', { hours: Math.round(left / hour) }),
      soon: left < day,
    };
  return {
    words: t('will be deleted in {days, plural, one {# day} other {# days}}', { days: Math.round(left / day) }),
    soon: false,
  };
}
