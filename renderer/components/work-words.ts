/** Long work as it is called. */
import type { Work } from '../../service/api/work/work-schemas.ts';
import { t } from '../language/text.ts';
import type { Tone } from './import-words.ts';

const KINDS: Record<Exclude<Work['kind'], 'export'>, string> = {
  import: t('Import into'),
  update: t('Update of'),
  comparison: t('Comparison of'),
  push: t('Push of'),
  restore: t('Restore of'),
};

type Named = Pick<Work, 'kind' | 'owner' | 'repo' | 'place' | 'id'>;

/** `Push of acme/tool`. */
export function workTitle({ kind, owner, repo, place, id }: Named): string {
  if (kind === 'restore') return `${KINDS.restore} ${place?.split(/[\\/]/).at(-1) ?? t('an archive')}`;
  if (kind === 'export') return t('Export of {owner}, migration {id}', { owner: owner ?? '', id });
  return `${KINDS[kind]} ${owner ?? ''}/${repo ?? ''}`;
}

/** A state of work in a word. */
export function workState({ state, warns }: Pick<Work, 'state' | 'warns'>): { words: string; tone: Tone } {
  if (warns === true) return { words: t('Look at the report'), tone: 'bad' };
  switch (state) {
    case 'waiting':
      return { words: t('Waiting'), tone: 'quiet' };
    case 'running':
      return { words: t('Running'), tone: 'busy' };
    case 'needs_you':
      return { words: t('Needs you'), tone: 'attention' };
    case 'done':
      return { words: t('Done'), tone: 'good' };
    case 'failed':
      return { words: t('Failed'), tone: 'bad' };
    case 'stopped':
      return { words: t('Stopped'), tone: 'quiet' };
  }
}
