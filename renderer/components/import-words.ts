/** The words for an import's states, steps and counts; one place, so that one word means one thing. */
import type { Import } from '../../service/api/imports/import-schemas.ts';
import type { ImportStatus } from '../../service/vocabulary/import-status.ts';
import type { ImportProgress } from '../../service/vocabulary/progress.ts';

export type Tone = 'busy' | 'good' | 'bad' | 'attention' | 'quiet';

/** A state in a few words, and how much it asks of a person. */
export function statusWords(one: Pick<Import, 'status' | 'waiting_for_release'>): { words: string; tone: Tone } {
  if (one.status === 'mapping' && one.waiting_for_release) return { words: 'Ready to review', tone: 'attention' };
  return statuses[one.status];
}

const statuses: Record<ImportStatus, { words: string; tone: Tone }> = {
  detecting: { words: 'Looking at the source', tone: 'busy' },
  importing: { words: 'Fetching', tone: 'busy' },
  mapping: { words: 'Mapping', tone: 'busy' },
  pushing: { words: 'Pushing', tone: 'busy' },
  complete: { words: 'Complete', tone: 'good' },
  auth_failed: { words: 'Credentials needed', tone: 'attention' },
  detection_needs_auth: { words: 'Credentials needed', tone: 'attention' },
  detection_found_multiple: { words: 'Choose a project', tone: 'attention' },
  detection_found_nothing: { words: 'Nothing found', tone: 'bad' },
  error: { words: 'Failed', tone: 'bad' },
};

/** Whether work is going on. */
export function isWorking(one: Pick<Import, 'status' | 'waiting_for_release'>): boolean {
  return statusWords(one).tone === 'busy';
}

export const sourceNames: Record<string, string> = {
  subversion: 'Subversion',
  git: 'Git',
  mercurial: 'Mercurial',
  tfvc: 'Team Foundation Version Control',
};

/** What a source calls a step of its history. */
export function revisionWord(vcs: string | null): 'commit' | 'revision' | 'changeset' {
  return vcs === 'git' ? 'commit' : vcs === 'subversion' ? 'revision' : 'changeset';
}

/** The steps of a whole import, in order. */
export const importSteps: { step: ImportProgress['step']; words: string }[] = [
  { step: 'detection', words: 'Look at the source' },
  { step: 'raw', words: 'Fetch revisions' },
  { step: 'rewrite', words: 'Map branches and authors' },
  { step: 'push', words: 'Push into the repository' },
  { step: 'verification', words: 'Verify' },
];

/** Words for `failed_step`. */
export function failedStepWords(step: string | undefined): string | null {
  return importSteps.find((one) => one.step === step)?.words ?? step ?? null;
}

const number = new Intl.NumberFormat('en');

/** `12,345`. */
export function numberText(value: number): string {
  return number.format(value);
}

/** `1 branch`, `12 branches`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** `about 2 minutes left`; short spans are not worth a number that jumps. */
export function timeLeftText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 3600) return `about ${countText(Math.ceil(seconds / 60), 'minute')} left`;
  return `about ${countText(Math.round(seconds / 3600), 'hour')} left`;
}

/** `40 seconds`, `3 minutes`, `2 hours`. */
export function timeText(seconds: number): string {
  if (seconds < 90) return countText(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 5400) return countText(Math.round(seconds / 60), 'minute');
  return countText(Math.round(seconds / 3600), 'hour');
}

/** `2.4 MB`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? number.format(value) : value.toFixed(1)} ${units[unit]}`;
}

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the person's own time zone. */
export function momentText(iso: string): string {
  return dateTime.format(new Date(iso));
}

/** The date of a moment, `2011-03-09`. */
export function dateText(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 10);
}
