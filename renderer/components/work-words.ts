/** Long work as it is called. */
import type { Work } from '../../service/api/work/work-schemas.ts';
import type { Tone } from './import-words.ts';

const KINDS: Record<Work['kind'], string> = {
  import: 'Import into',
  update: 'Update of',
  comparison: 'Comparison of',
  push: 'Push of',
  export: 'Export of',
  restore: 'Restore of',
};

/** `Push of acme/tool`. */
export function workTitle({ kind, owner, repo, place, id }: Work): string {
  if (kind === 'restore') return `${KINDS.restore} ${place?.split(/[\\/]/).at(-1) ?? 'an archive'}`;
  if (kind === 'export') return `${KINDS.export} ${owner ?? ''}, migration ${id}`;
  return `${KINDS[kind]} ${owner ?? ''}/${repo ?? ''}`;
}

/** A state of work in a word. */
export function workState(state: Work['state']): { words: string; tone: Tone } {
  switch (state) {
    case 'waiting':
      return { words: 'Waiting', tone: 'quiet' };
    case 'running':
      return { words: 'Running', tone: 'busy' };
    case 'needs_you':
      return { words: 'Needs you', tone: 'attention' };
    case 'done':
      return { words: 'Done', tone: 'good' };
    case 'failed':
      return { words: 'Failed', tone: 'bad' };
    case 'stopped':
      return { words: 'Stopped', tone: 'quiet' };
  }
}
