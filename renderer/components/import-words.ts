/** The words for an import's states, steps and counts; one place, so that one word means one thing. */
import type { Import } from '../../service/api/imports/import-schemas.ts';
import type { ImportStatus } from '../../service/vocabulary/import-status.ts';
import type { ToldImportProgress } from '../../service/vocabulary/progress.ts';
import { t } from '../language/text.ts';
import { bytesText } from './number-words.ts';

export type Tone = 'busy' | 'good' | 'bad' | 'attention' | 'quiet';

/** What an import's state is told by. */
export type ImportState = Pick<Import, 'status' | 'waiting_for_release'> &
  Partial<Pick<Import, 'waiting_for_turn' | 'source_state' | 'verdict' | 'failure'>>;

/** Keys of failures after which it goes on by itself. */
const forRoom: readonly (string | undefined)[] = ['disk.full_waits', 'disk.no_more_files_waits'];

function waitsForRoom({ failure }: ImportState): boolean {
  return forRoom.includes(failure);
}

/** A state in a few words, and how much it asks of a person. */
export function statusWords(record: ImportState): { words: string; tone: Tone } {
  if (record.waiting_for_turn === true) return { words: t('Waiting for its turn'), tone: 'quiet' };
  if (record.status === 'error' && waitsForRoom(record)) return { words: t('Waiting for room'), tone: 'attention' };
  if (record.status === 'mapping' && record.waiting_for_release)
    return { words: t('Ready to review'), tone: 'attention' };
  if (record.status === 'complete' && record.verdict?.complete.state === 'red') {
    return { words: t('Revisions missing'), tone: 'bad' };
  }
  if (record.status === 'complete' && record.verdict?.equal.state === 'red') {
    return { words: t('Differs from the source'), tone: 'bad' };
  }
  if (record.status === 'complete' && record.source_state === 'moved_on') {
    return { words: t('Complete, source moved on'), tone: 'attention' };
  }
  if (record.status === 'complete' && record.source_state === 'not_reached') {
    return { words: t('Complete, source not reached'), tone: 'attention' };
  }
  return statuses[record.status];
}

const statuses: Record<ImportStatus, { words: string; tone: Tone }> = {
  detecting: { words: t('Looking at the source'), tone: 'busy' },
  importing: { words: t('Fetching'), tone: 'busy' },
  mapping: { words: t('Mapping'), tone: 'busy' },
  pushing: { words: t('Publishing'), tone: 'busy' },
  complete: { words: t('Complete'), tone: 'good' },
  auth_failed: { words: t('Credentials needed'), tone: 'attention' },
  detection_needs_auth: { words: t('Credentials needed'), tone: 'attention' },
  detection_found_multiple: { words: t('Choose a project'), tone: 'attention' },
  detection_found_nothing: { words: t('Nothing found'), tone: 'bad' },
  error: { words: t('Failed'), tone: 'bad' },
};

/** Whether work is going on. */
export function isWorking(record: ImportState): boolean {
  return record.waiting_for_turn === true || statusWords(record).tone === 'busy';
}

/** What a person who follows an import reads above all of it: what is done, or what it stopped for. */
export function followedTitle(record: ImportState & Pick<Import, 'unknown_host'>, step: 'progress' | 'push'): string {
  if (record.waiting_for_turn === true) return t('Waiting for its turn');
  switch (record.status) {
    case 'auth_failed':
    case 'detection_needs_auth':
      return t('Waiting for a user name and a password');
    case 'detection_found_multiple':
      return t('Waiting for your choice');
    case 'detection_found_nothing':
      return t('Nothing was found');
    case 'error':
      if (record.unknown_host !== undefined) return t('Waiting for your answer');
      return waitsForRoom(record) ? t('Waiting for room on the disk') : t('The import stopped');
    case 'detecting':
      return t('Looking at the source');
    default:
      return step === 'push' ? t('Publishing') : t('Fetching');
  }
}

export const sourceNames: Record<string, string> = {
  subversion: 'Subversion',
  git: 'Git',
  mercurial: 'Mercurial',
  tfvc: 'Team Foundation Version Control',
};

/** How many steps a source's history has, as the source calls them. */
export function revisionsText(count: number, vcs: string | null): string {
  return t(
    '{vcs, select, git {{count, plural, one {# commit} other {# commits}}} subversion {{count, plural, one {# revision} other {# revisions}}} other {{count, plural, one {# changeset} other {# changesets}}}}',
    { vcs, count },
  );
}

/** `1,200 revisions`: what an import's progress counts. */
export function countedText(count: number, unit: Exclude<ToldImportProgress['unit'], 'bytes'>): string {
  switch (unit) {
    case 'revisions':
      return t('{count, plural, one {# revision} other {# revisions}}', { count });
    case 'objects':
      return t('{count, plural, one {# object} other {# objects}}', { count });
    case 'commits':
      return t('{count, plural, one {# commit} other {# commits}}', { count });
  }
}

/** Which files an import asks about, counted. Mercurial's largefiles extension keeps files of any size. */
export function largeFilesText({ vcs, large_files_count: files, large_files_size: size }: Import): string {
  const values = { files, size: bytesText(size) };
  return vcs === 'mercurial'
    ? t('{files, plural, one {# file} other {# files}} over 100 MB or kept by largefiles, together {size}', values)
    : t('{files, plural, one {# file} other {# files}} over 100 MB, together {size}', values);
}

/** The steps of a whole import, in order. */
export const importSteps: { step: ToldImportProgress['step']; words: string }[] = [
  { step: 'detection', words: t('Look at the source') },
  { step: 'raw', words: t('Fetch revisions') },
  { step: 'rewrite', words: t('Map branches and authors') },
  { step: 'push', words: t('Publish into the repository') },
  { step: 'verification', words: t('Verify') },
];

/** Words for `failed_step`. */
export function failedStepWords(step: string | undefined): string | null {
  return importSteps.find((entry) => entry.step === step)?.words ?? step ?? null;
}
