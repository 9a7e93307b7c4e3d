import { expect, test } from 'vitest';
import guide from '../../../docs/guide.md?raw';
import { readMarkdown, sectionsOf, spansOf } from './markdown.ts';

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

test('of links their words stay; what looks like HTML is text', () => {
  expect(spansOf('See **Home**, `a*b` and [the `API`](api.md). <b>')).toEqual([
    { text: 'See ', look: 'plain' },
    { text: 'Home', look: 'strong' },
    { text: ', ', look: 'plain' },
    { text: 'a*b', look: 'code' },
    { text: ' and ', look: 'plain' },
    { text: 'the ', look: 'plain' },
    { text: 'API', look: 'code' },
    { text: '. <b>', look: 'plain' },
  ]);
});

test('the whole guide is read: no mark of Markdown is left in what a person sees', () => {
  const blocks = readMarkdown(guide);
  const shown = blocks
    .filter(({ kind }) => kind !== 'code')
    .flatMap(({ lines }) => lines.flatMap(spansOf))
    .filter(({ look }) => look !== 'code')
    .map(({ text }) => text);
  expect(shown.filter((text) => /\*\*|`|\]\(|^#|^- /.test(text))).toEqual([]);
  expect(sectionsOf(blocks).length).toBeGreaterThan(20);
});
