/** The choices of an opened archive, as the API asks for them. */

import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { ROOT } from '../../records/addresses.ts';
import type { RecordsDatabase } from '../../records/records-database.ts';
import { fact } from '../index-tables.ts';
import type { Paged, PageWanted } from '../queries/paged.ts';
import { choiceTable } from './choice-table.ts';
import { choicesFromCsv, choicesToCsv, type ReadChoices } from './choices-csv.ts';
import { type ArchiveNames, choiceKey } from './chosen.ts';
import { type InstallationWithChoices, readInstallation } from './installation.ts';

/** What the questions are about. */
export interface ChoicesOf {
  dataFolder: string;
  inspectionId: number;
}

export interface ChoiceTable extends InstallationWithChoices {
  choices: RestoreChoice[];
}

export function readChoices(index: RecordsDatabase, { dataFolder, inspectionId }: ChoicesOf): ChoiceTable {
  const installation = readInstallation(dataFolder, inspectionId);
  return { ...installation, choices: choiceTable(archiveNames(index), installation.chosen, installation.here) };
}

/** Which addresses are names: conditions of SQL. */
export const NAMED = {
  users: "address GLOB '/?*' AND address NOT GLOB '/*/*'",
  organizations: "address GLOB '/?*' AND address NOT GLOB '/*/*'",
  repositories: "address GLOB '/?*/?*' AND address NOT GLOB '/*/*/*'",
} as const;

function archiveNames(index: RecordsDatabase): ArchiveNames {
  const names = (table: string, condition: string) =>
    index
      .sql<{ name: string }>(
        `SELECT substr(address, 2) AS name FROM ${table} WHERE ${condition} ORDER BY archive_position, id`,
      )
      .all({})
      .map(({ name }) => name);
  return {
    users: names('users', NAMED.users),
    organizations: names('organizations', NAMED.organizations),
    repositories: names('repositories', `has_record = 1 AND ${NAMED.repositories}`),
  };
}

export function listChoices(
  index: RecordsDatabase,
  of: ChoicesOf,
  wanted: PageWanted & { q: string; conflicts: boolean },
): Paged<RestoreChoice> {
  const q = wanted.q.toLowerCase();
  const found = readChoices(index, of).choices.filter(
    ({ source, target, conflict, problem }) =>
      (!wanted.conflicts || conflict || problem !== null) &&
      (source.toLowerCase().includes(q) || target.toLowerCase().includes(q)),
  );
  return { rows: found.slice(wanted.offset, wanted.offset + wanted.limit), total: found.length };
}

export function countChoiceProblems(index: RecordsDatabase, of: ChoicesOf): number {
  return readChoices(index, of).choices.filter(({ problem }) => problem !== null).length;
}

/** The wanted choices with sources as the archive spells them, and those that the archive does not hold. */
export function matchChoices(
  index: RecordsDatabase,
  of: ChoicesOf,
  wanted: readonly ChoiceRow[],
): { choices: ChoiceRow[]; unknown: ChoiceRow[] } {
  const { choices } = readChoices(index, of);
  const byKey = new Map(choices.map((choice) => [choiceKey(choice.model_name, choice.source), choice]));
  const matched: ChoiceRow[] = [];
  const unknown: ChoiceRow[] = [];
  for (const row of wanted) {
    const known = byKey.get(choiceKey(row.model_name, row.source));
    if (known === undefined) unknown.push(row);
    else matched.push({ ...row, source: known.source });
  }
  return { choices: matched, unknown };
}

export function writeCsv(index: RecordsDatabase, of: ChoicesOf): string {
  return choicesToCsv(readChoices(index, of).choices, fact(index, 'root') ?? ROOT);
}

export function readCsv(index: RecordsDatabase, of: ChoicesOf, text: string): ReadChoices {
  const { choices, here } = readChoices(index, of);
  const exists = (name: string) => here.accounts.has(name.toLowerCase()) || here.repositories.has(name.toLowerCase());
  return choicesFromCsv(text, choices, exists);
}
