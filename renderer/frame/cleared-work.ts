/** What an account cleared from the list of long work. Moments are whole seconds: much may end in one. */
import type { Work } from '../../service/api/work/work-schemas.ts';
import type { Looked } from '../stores/activity.ts';

type Ended = Pick<Work, 'key' | 'ended_at'>;

/** Whether it was there when the list was cleared. */
export function isCleared(
  { key, ended_at }: Ended,
  { clearedAt, clearedLast }: Pick<Looked, 'clearedAt' | 'clearedLast'>,
): boolean {
  if (ended_at === null || clearedAt === null || ended_at > clearedAt) return false;
  return ended_at < clearedAt || clearedLast.includes(key);
}

/** Keys of what ended at a moment. */
export function endedAt(work: readonly Ended[], moment: string): string[] {
  return work.filter(({ ended_at }) => ended_at === moment).map(({ key }) => key);
}
