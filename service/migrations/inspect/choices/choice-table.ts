/** What a restore shall do with every user, organization and repository of an archive: defaults, choices, problems. */

import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { accountChoices } from './account-choices.ts';
import { type ArchiveNames, type ChosenChoices, choiceKey } from './chosen.ts';
import type { Installation } from './names.ts';
import { repositoryChoices } from './repository-choices.ts';

/**
 * The whole table: organizations, users, repositories.
 * @param chosen what somebody chose instead of the defaults
 */
export function choiceTable(archive: ArchiveNames, chosen: readonly ChoiceRow[], here: Installation): RestoreChoice[] {
  const made: ChosenChoices = new Map(chosen.map((row) => [choiceKey(row.model_name, row.source), row]));
  const accounts = accountChoices(archive, made, here);
  return [...accounts, ...repositoryChoices(archive, made, here, accounts)];
}
