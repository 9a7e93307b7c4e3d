/** The table of choices as ghe-migrator's conflicts.csv, out and in. */

import { type Said, type Sentence, say } from '../../../../language/sentence.ts';
import { readCell, readCsv as readCsvRows, writeCsv } from '../../../csv.ts';
import type { ChoiceAction, ChoiceModel, ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { ROOT } from '../../records/addresses.ts';
import { choiceKey } from './chosen.ts';
import { noneOf } from './not-held.ts';

const HEADER = ['model_name', 'source_url', 'target_url', 'recommended_action'];
/** Problems that are told by line; of more, the number is told. */
const TOLD = 100;

const ACTIONS: Record<string, ChoiceAction | 'map_or_rename'> = {
  import: 'import',
  map: 'map',
  merge: 'map',
  rename: 'rename',
  skip: 'skip',
  map_or_rename: 'map_or_rename',
};

/** @param root what the archive's addresses begin with */
export function choicesToCsv(choices: readonly RestoreChoice[], root: string): string {
  const lines = choices.map((choice) => [
    choice.model_name,
    `${root}/${choice.source}`,
    `${ROOT}/${choice.target}`,
    choice.action,
  ]);
  return writeCsv([HEADER, ...lines]);
}

export interface ReadChoices {
  choices: ChoiceRow[];
  /** Lines about what is not in the archive. */
  unmatched: number;
  /** Sentences, by line. */
  problems: Sentence[];
}

/**
 * Reads such a table. Addresses may be of any host, or plain names.
 * @param known the choices that there are
 */
export function choicesFromCsv(
  text: string,
  known: readonly RestoreChoice[],
  exists: (login: string) => boolean,
): ReadChoices {
  const byKey = new Map(known.map((choice) => [choiceKey(choice.model_name, choice.source), choice]));
  const read: ReadChoices = { choices: [], unmatched: 0, problems: [] };
  let left = 0;
  const problem = (line: number, said: Said) => {
    if (read.problems.length < TOLD) read.problems.push([say('Line {line}:', { line }), said]);
    else left += 1;
  };
  const { rows, unclosed } = readCsvRows(text);
  for (const { line, cells } of rows) {
    const [model = '', source = '', target = '', recommended = ''] = cells.map((cell) => readCell(cell) ?? '');
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (model === HEADER[0] && recommended === HEADER[3]) continue;
    if (cells.length < 4) {
      problem(
        line,
        say('It has {count} of the 4 columns {columns}.', { count: cells.length, columns: HEADER.join(', ') }),
      );
      continue;
    }
    if (model !== 'user' && model !== 'organization' && model !== 'repository') {
      problem(
        line,
        say('"{kind}" is no kind that can be chosen for: use user, organization or repository.', { kind: model }),
      );
      continue;
    }
    const action = Object.hasOwn(ACTIONS, recommended.toLowerCase()) ? ACTIONS[recommended.toLowerCase()] : undefined;
    if (action === undefined) {
      problem(line, say('"{action}" is no action: use import, map, rename or skip.', { action: recommended }));
      continue;
    }
    const choice = byKey.get(choiceKey(model, nameIn(model, source)));
    if (choice === undefined) {
      read.unmatched += 1;
      problem(line, noneOf([{ model_name: model, source: nameIn(model, source) }]));
      continue;
    }
    const name = nameIn(model, target);
    if (name === '' && action !== 'skip' && action !== 'import') {
      problem(line, say('The action {action} needs a target_url.', { action: recommended }));
      continue;
    }
    read.choices.push({
      model_name: model,
      source: choice.source,
      action: action === 'map_or_rename' ? (exists(name) ? 'map' : 'rename') : action,
      target: name === '' ? choice.source : name,
    });
  }
  if (unclosed !== null) problem(unclosed, say('A quotation mark is not closed: nothing behind it was read.'));
  if (left > 0) read.problems.push(say('{count} more lines have problems.', { count: left }));
  return read;
}

/** `acme` or `acme/widgets` at the end of an address. */
function nameIn(model: ChoiceModel, address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const parts = path.split('/').filter((part) => part !== '');
  return parts.slice(model === 'repository' ? -2 : -1).join('/');
}
