import type { ImportBatch, ImportBatchEntry } from '../../../service/api/imports/batch-schemas.ts';
import type { Tone } from '../../components/import-words.ts';
import { countText, numberText } from '../../components/number-words.ts';

/** An entry's state in a few words. */
export const entryStates: Record<ImportBatchEntry['state'], { words: string; tone: Tone }> = {
  refused: { words: 'Cannot be imported', tone: 'bad' },
  waiting: { words: 'Waiting', tone: 'quiet' },
  running: { words: 'Importing', tone: 'busy' },
  needs_attention: { words: 'Needs you', tone: 'attention' },
  complete: { words: 'Complete', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  stopped: { words: 'Stopped', tone: 'quiet' },
};

/** How far a list is: a sentence. */
export function listSentence({ started_at, entries_count, counts }: ImportBatch): string {
  if (started_at === null) {
    const fit = countText(counts.waiting ?? 0, 'source');
    const refused = counts.refused ?? 0;
    return refused === 0 ? `${fit} can be imported.` : `${fit} can be imported, ${numberText(refused)} cannot.`;
  }
  const parts = (['running', 'waiting', 'needs_attention', 'failed', 'stopped', 'refused'] as const).flatMap(
    (state) => {
      const count = counts[state] ?? 0;
      return count === 0
        ? []
        : [`${numberText(count)} ${count === 1 ? (singular[state] ?? wordsOf[state]) : wordsOf[state]}`];
    },
  );
  const done = `${numberText(counts.complete ?? 0)} of ${numberText(entries_count)} complete`;
  return `${[done, ...parts].join(', ')}.`;
}

const wordsOf = {
  running: 'running',
  waiting: 'waiting',
  needs_attention: 'need you',
  failed: 'failed',
  stopped: 'stopped',
  refused: 'cannot be imported',
} as const;

const singular: Partial<Record<ImportBatchEntry['state'], string>> = { needs_attention: 'needs you' };

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
  const counts = `${countText(source_revisions ?? 0, 'revision')}, ${countText(commits ?? 0, 'commit')}`;
  if (verdict?.complete.state === 'red') return `${verdict.complete.text} ${counts}`;
  if (verdict?.equal.state === 'red') return `${verdict.equal.text} ${counts}`;
  return verified === false
    ? `Not equal to the source as it is now; the report says why. ${counts}`
    : `Equals the source. ${counts}`;
}
