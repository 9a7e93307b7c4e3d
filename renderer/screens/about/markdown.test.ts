import { expect, test } from 'vitest';
import { readMarkdown, spansOf } from './markdown.ts';

test('headings, paragraphs, lists, tables and code; pictures are left out', () => {
  const blocks = readMarkdown(
    '# Title\n\nOne\ntwo.\n\n![Picture](x.png)\n\n- a\n  b\n- c\n\n1. d\n2. e\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```sh\n# no heading\n\nx\n```\n## End',
  );
  expect(blocks.map(({ kind, lines }) => [kind, lines])).toEqual([
    ['heading', ['Title']],
    ['paragraph', ['One two.']],
    ['list', ['a b', 'c']],
    ['numbers', ['d', 'e']],
    ['table', [' A | B ', ' 1 | 2 ']],
    ['code', ['# no heading', '', 'x']],
    ['heading', ['End']],
  ]);
});

test('emphasis; a star between spaces or in a name is a star', () => {
  expect(spansOf('*Equal* says so, a *partial clone* too: 2 * 3 * 4, **bold**')).toEqual([
    { text: 'Equal', look: 'emphasis' },
    { text: ' says so, a ', look: 'plain' },
    { text: 'partial clone', look: 'emphasis' },
    { text: ' too: 2 * 3 * 4, ', look: 'plain' },
    { text: 'bold', look: 'strong' },
  ]);
});

test('a link has its words without marks; what looks like HTML is text', () => {
  expect(spansOf('See **Home**, `a*b` and [the `API`](api.md). <b>')).toEqual([
    { text: 'See ', look: 'plain' },
    { text: 'Home', look: 'strong' },
    { text: ', ', look: 'plain' },
    { text: 'a*b', look: 'code' },
    { text: ' and ', look: 'plain' },
    { text: 'the API', look: 'link', target: 'api.md' },
    { text: '. <b>', look: 'plain' },
  ]);
});
