import type { ImportBatch, ImportBatchEntry } from '../../../service/api/imports/batch-schemas.ts';
import type { Tone } from '../../components/import-words.ts';
import { t } from '../../language/text.ts';

/** An entry's state in a few words. */
export const entryStates: Record<ImportBatchEntry['state'], { words: string; tone: Tone }> = {
  refused: { words: t('Cannot be imported'), tone: 'bad' },
  waiting: { words: t('Waiting'), tone: 'quiet' },
  running: { words: t('Importing'), tone: 'busy' },
  needs_attention: { words: t('Needs you'), tone: 'attention' },
  complete: { words: t('Complete'), tone: 'good' },
  failed: { words: t('Failed'), tone: 'bad' },
  stopped: { words: t('Stopped'), tone: 'quiet' },
};

/** How far a list is: a sentence. */
export function listSentence({ started_at, entries_count, counts }: ImportBatch): string {
  if (started_at === null) {
    const fit = t('{sources, plural, one {# source} other {# sources}}', { sources: counts.waiting ?? 0 });
    const refused = counts.refused ?? 0;
    return refused === 0
      ? t('{fit} can be imported.', { fit })
      : t('{fit} can be imported, {refused, number} cannot.', { fit, refused });
  }
  const parts = (['running', 'waiting', 'needs_attention', 'failed', 'stopped', 'refused'] as const).flatMap((state) =>
    counts[state] ? [inState(state, counts[state])] : [],
  );
  const done = t('{complete, number} of {entries_count, number} complete', {
    complete: counts.complete ?? 0,
    entries_count,
  });
  return `${[done, ...parts].join(', ')}.`;
}

function inState(state: Exclude<ImportBatchEntry['state'], 'complete'>, count: number): string {
  switch (state) {
    case 'running':
      return t('{count, number} running', { count });
    case 'waiting':
      return t('{count, number} waiting', { count });
    case 'needs_attention':
      return t('{count, plural, one {# needs you} other {# need you}}', { count });
    case 'failed':
      return t('{count, number} failed', { count });
    case 'stopped':
      return t('{count, number} stopped', { count });
    case 'refused':
      return t('{count, number} cannot be imported', { count });
  }
}

/** What there is to say about an entry. */
export function entryDetails({
  message,
  state,
  verified,
  verdict,
  source_revisions,
  commits,
}: ImportBatchEntry): string {
  if (message !== null) return message;
  if (state !== 'complete' || verified === null) return '';
  const counts = t(
    '{revisions, plural, one {# revision} other {# revisions}}, {commits, plural, one {# commit} other {# commits}}',
    { revisions: source_revisions ?? 0, commits: commits ?? 0 },
  );
  if (verdict?.complete.state === 'red') return `${verdict.complete.text} ${counts}`;
  if (verdict?.equal.state === 'red') return `${verdict.equal.text} ${counts}`;
  return verified === false
    ? t('Not equal to the source as it is now; the report says why. {counts}', { counts })
    : t('Equals the source. {counts}', { counts });
}
