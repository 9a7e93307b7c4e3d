/** The words for an import's states, steps and counts; one place, so that one word means one thing. */
import type { Import } from '../../service/api/imports/import-schemas.ts';
import type { ImportStatus } from '../../service/vocabulary/import-status.ts';
import type { ImportProgress } from '../../service/vocabulary/progress.ts';

export type Tone = 'busy' | 'good' | 'bad' | 'attention' | 'quiet';

/** A state in a few words, and how much it asks of a person. */
export function statusWords(record: Pick<Import, 'status' | 'waiting_for_release' | 'source_state' | 'verdict'>): {
  words: string;
  tone: Tone;
} {
  if (record.status === 'mapping' && record.waiting_for_release) return { words: 'Ready to review', tone: 'attention' };
  if (record.status === 'complete' && record.verdict?.complete.state === 'red') {
    return { words: 'Revisions missing', tone: 'bad' };
  }
  if (record.status === 'complete' && record.verdict?.equal.state === 'red') {
    return { words: 'Differs from the source', tone: 'bad' };
  }
  if (record.status === 'complete' && record.source_state === 'moved_on') {
    return { words: 'Complete, source moved on', tone: 'attention' };
  }
  if (record.status === 'complete' && record.source_state === 'not_reached') {
    return { words: 'Complete, source not reached', tone: 'attention' };
  }
  return statuses[record.status];
}

const statuses: Record<ImportStatus, { words: string; tone: Tone }> = {
  detecting: { words: 'Looking at the source', tone: 'busy' },
  importing: { words: 'Fetching', tone: 'busy' },
  mapping: { words: 'Mapping', tone: 'busy' },
  pushing: { words: 'Publishing', tone: 'busy' },
  complete: { words: 'Complete', tone: 'good' },
  auth_failed: { words: 'Credentials needed', tone: 'attention' },
  detection_needs_auth: { words: 'Credentials needed', tone: 'attention' },
  detection_found_multiple: { words: 'Choose a project', tone: 'attention' },
  detection_found_nothing: { words: 'Nothing found', tone: 'bad' },
  error: { words: 'Failed', tone: 'bad' },
};

/** Whether work is going on. */
export function isWorking(record: Pick<Import, 'status' | 'waiting_for_release'>): boolean {
  return statusWords(record).tone === 'busy';
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
  { step: 'push', words: 'Publish into the repository' },
  { step: 'verification', words: 'Verify' },
];

/** Words for `failed_step`. */
export function failedStepWords(step: string | undefined): string | null {
  return importSteps.find((entry) => entry.step === step)?.words ?? step ?? null;
}
