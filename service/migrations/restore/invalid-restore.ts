/** Why a restore cannot be started or cancelled. */
import { type Said, say } from '../../../language/sentence.ts';
import { SaidError } from '../../failures/said-error.ts';
import type { RestoreRow } from '../../store/restores.ts';

/** A restore that cannot be started or cancelled. `message` is a sentence. */
export class InvalidRestore extends SaidError {
  readonly field: string;
  constructor(field: string, said: Said) {
    super(said);
    this.field = field;
  }
}

export const NOTHING_TO_CANCEL: Record<Exclude<RestoreRow['state'], 'pending' | 'restoring'>, Said> = {
  publishing: say('This restore is being published: there is nothing to cancel.'),
  restored: say('This restore is restored: there is nothing to cancel.'),
  failed: say('This restore is failed: there is nothing to cancel.'),
};

/** @param problems choices that cannot be carried out; null where nobody could count them */
export function notCarriedOut(problems: number | null): Said {
  if (problems === null)
    return say('The choices cannot be carried out. Change what the table marks, then start the restore.');
  if (problems === 1)
    return say('1 choice cannot be carried out. Change what the table marks, then start the restore.');
  return say('{count} choices cannot be carried out. Change what the table marks, then start the restore.', {
    count: problems,
  });
}
