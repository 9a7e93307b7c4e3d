import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { t } from '../../language/text.ts';
import type { DraftStep } from '../../stores/wizard-draft.ts';

/** The wizard's steps by name, from the address to the published repository. */
export const wizardSteps = [t('Source'), t('Shape'), t('People'), t('Publish')] as const;

/** Steps between which a person goes to and fro while everything is fetched and nothing is published. */
export const heldSteps = ['shape', 'people', 'publish'] as const;
export type HeldStep = (typeof heldSteps)[number];

/** Index of such a step in `wizardSteps`. */
export function indexOfHeldStep(step: HeldStep): number {
  return heldSteps.indexOf(step) + 1;
}

/** Such a step at an index of `wizardSteps`; null for another one. */
export function heldStepAt(index: number): HeldStep | null {
  return heldSteps[index - 1] ?? null;
}

/**
 * Whether the shape can be settled while the source is still being fetched: revisions come as they are, whatever becomes of them, and
 * branches and tags are made by the layout that holds when all of them are here.
 */
export function isShapedMeanwhile({
  status,
  vcs,
  layout,
  hold_before_push,
  updating,
}: Pick<Import, 'status' | 'vcs' | 'layout' | 'hold_before_push' | 'updating'>): boolean {
  return status === 'importing' && vcs === 'subversion' && layout !== null && hold_before_push && updating !== true;
}

const draftSteps: DraftStep[] = ['source', 'found'];

/** Index of a step of the import that is being prepared. */
export function indexOfDraftStep(step: DraftStep): number {
  return Math.max(draftSteps.indexOf(step), 0);
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

/** Index of a started import's step in `wizardSteps`; while it is held, a person says which. */
export function indexOfRunningStep(step: Exclude<RunningStep, 'review'>): number {
  return { progress: 1, push: 3, report: 3 }[step];
}
