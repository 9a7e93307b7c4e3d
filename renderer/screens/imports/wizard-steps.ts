import type { Import } from '../../../service/api/imports/import-schemas.ts';
import type { DraftStep } from '../../stores/wizard-draft.ts';

/** The wizard's steps by name, from the address to the report. */
export const wizardSteps = [
  'Source',
  'What was found',
  'Destination',
  'Progress',
  'Branches and authors',
  'Push',
  'Report',
] as const;

const draftSteps: DraftStep[] = ['source', 'found', 'destination'];

/** Index of a step of the import that is being prepared. */
export function indexOfDraftStep(step: DraftStep): number {
  return draftSteps.indexOf(step);
}

/** The step of the import that is being prepared at an index. */
export function draftStepAt(index: number): DraftStep {
  return draftSteps[index] ?? 'source';
}

export type RunningStep = 'progress' | 'review' | 'push' | 'report';

/** Which step a started import is at. */
export function stepOfImport(
  record: Pick<Import, 'status' | 'hold_before_push' | 'waiting_for_release' | 'failed_step'>,
): RunningStep {
  switch (record.status) {
    case 'complete':
      return 'report';
    case 'pushing':
      return 'push';
    case 'mapping':
      return record.hold_before_push || record.waiting_for_release ? 'review' : 'push';
    case 'error':
      return record.failed_step === 'push' ? 'push' : 'progress';
    default:
      return 'progress';
  }
}

/** Index of a started import's step in `wizardSteps`. */
export function indexOfRunningStep(step: RunningStep): number {
  return { progress: 3, review: 4, push: 5, report: 6 }[step];
}
