import { expect, it } from 'vitest';
import { Messages } from '../../language/messages.ts';
import { german, type WindowText } from './de/index.ts';

/** The text for one and for two in a language, between which only words that have a plural differ. */
function ofOneAndTwo(messages: Messages, text: WindowText, name: string): string[] {
  return [1, 2].map((count) => messages.say(text, { [name]: count }));
}

it.each<[WindowText, string, string[], string[]]>([
  [
    '{asking, plural, one {# needs you} other {# need you}}',
    'asking',
    ['1 needs you', '2 need you'],
    ['1 wartet auf Sie', '2 warten auf Sie'],
  ],
  ['{waiting, number} waiting', 'waiting', ['1 waiting', '2 waiting'], ['1 wartet', '2 warten']],
  ['{count, plural, one {# commit} other {# commits}}', 'count', ['1 commit', '2 commits'], ['1 Commit', '2 Commits']],
  [
    '{notUpdatable, number} of them came from no finished import.',
    'notUpdatable',
    ['1 of them came from no finished import.', '2 of them came from no finished import.'],
    ['1 davon stammt aus keinem abgeschlossenen Import.', '2 davon stammen aus keinem abgeschlossenen Import.'],
  ],
  [
    '{more, plural, one {# more that is older} other {# more that are older}}',
    'more',
    ['1 more that is older', '2 more that are older'],
    ['1 weiterer, der älter ist', '2 weitere, die älter sind'],
  ],
])('%s', (text, name, english, inGerman) => {
  expect(ofOneAndTwo(new Messages('en'), text, name)).toEqual(english);
  expect(ofOneAndTwo(new Messages('de', german), text, name)).toEqual(inGerman);
});
