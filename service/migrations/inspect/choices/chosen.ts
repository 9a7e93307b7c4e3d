/** Names and choices that the table is made from. */

import type { Said } from '../../../../language/sentence.ts';
import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';

/** Names in the archive, in its order. */
export interface ArchiveNames {
  users: readonly string[];
  organizations: readonly string[];
  /** Full names. */
  repositories: readonly string[];
}

/** Choices that somebody made, by model and source. */
export type ChosenChoices = ReadonlyMap<string, ChoiceRow>;

export function choiceKey(model: ChoiceRow['model_name'], source: string): string {
  return `${model} ${source.toLowerCase()}`;
}

/** Marks all but the first choice that would make a name which another one makes as well. */
export function refuseSharedTargets(choices: RestoreChoice[], sentence: (target: string, first: string) => Said): void {
  const makers = new Map<string, RestoreChoice>();
  for (const choice of choices) {
    if (choice.action !== 'import' && choice.action !== 'rename') continue;
    const key = choice.target.toLowerCase();
    const first = makers.get(key);
    if (first === undefined) makers.set(key, choice);
    else choice.problem ??= sentence(choice.target, first.source);
  }
}
