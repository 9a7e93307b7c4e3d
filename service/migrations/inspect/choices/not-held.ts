/** What was chosen for and is not in the archive. */
import { type Said, say } from '../../../../language/sentence.ts';
import type { ChoiceModel, ChoiceRow } from '../../../store/inspections.ts';

type Named = Pick<ChoiceRow, 'model_name' | 'source'>;

const THINGS: Record<ChoiceModel, (name: string) => Said> = {
  user: (name) => say('user "{name}"', { name }),
  organization: (name) => say('organization "{name}"', { name }),
  repository: (name) => say('repository "{name}"', { name }),
};

/** Says that the archive holds none of these, of which there is one at least. */
export function noneOf(named: readonly Named[]): Said {
  const things = named
    .map(({ model_name, source }) => THINGS[model_name](source))
    .reduceRight((more, thing) => say('{thing}, no {more}', { thing, more }));
  return say('The archive holds no {things}.', { things });
}
