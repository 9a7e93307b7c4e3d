import { t } from '../../language/text.ts';
import type { MigrationStep } from '../../stores/migration-draft.ts';

const draftSteps: MigrationStep[] = ['owner', 'repositories', 'options', 'review'];

/** The wizard's steps as they are shown; the last two come after the start. */
export const migrationSteps = [
  t('Owner'),
  t('Repositories'),
  t('Options'),
  t('Review'),
  t('Export'),
  t('Download'),
] as const;

export function indexOfStep(step: MigrationStep): number {
  return draftSteps.indexOf(step);
}

export function stepAt(index: number): MigrationStep {
  return draftSteps[index] ?? 'owner';
}

/** Of a migration that was started. */
export function indexOfState(state: 'pending' | 'exporting' | 'exported' | 'failed'): number {
  return state === 'exported' ? 5 : 4;
}
