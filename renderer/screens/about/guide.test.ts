import { expect, test } from 'vitest';
import { guide } from './guide.ts';
import { linkedPage } from './guide-links.ts';
import { sectionsOf, spansOf } from './markdown.ts';

const FOLDER = '../../../docs/guide/';
const texts = import.meta.glob<string>('../../../docs/guide/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const documents = Object.keys(import.meta.glob('../../../docs/*.md')).map((path) => path.replace('../../../docs/', ''));
const pictures = Object.keys(import.meta.glob('../../../docs/screenshots/*.png')).map((path) =>
  path.replace('../../../docs/', ''),
);

/** Every link and picture of the guide, with the page that it stands on. */
const targets = Object.entries(texts).flatMap(([path, text]) => {
  const page = path.slice(FOLDER.length).replace(/\.md$/, '');
  return [...text.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)].map(([, mark, target = '']) => ({ page, mark, target }));
});

test('every link leads to a page of the guide, or to a document beside it', () => {
  const links = targets.filter(({ mark }) => mark === '');
  expect(links.length).toBeGreaterThan(80);
  for (const { page, target } of links) {
    const to = linkedPage(page, target);
    if (to === null) expect(documents, `${page}: ${target}`).toContain(target.replace(/^(\.\.\/)+/, '').split('#')[0]);
    else expect(guide.has(to), `${page}: ${target}`).toBe(true);
  }
});

test('every picture is there', () => {
  const shown = targets.filter(({ mark }) => mark === '!');
  expect(shown.length).toBeGreaterThan(40);
  for (const { page, target } of shown) expect(pictures, page).toContain(target.replace(/^(\.\.\/)+/, ''));
});

test('every page can be reached from the contents', () => {
  const seen = new Set(['README']);
  for (const page of seen) {
    for (const { page: from, target } of targets) {
      const to = from === page ? linkedPage(from, target) : null;
      if (to !== null) seen.add(to);
    }
  }
  expect([...guide.keys()].filter((name) => !seen.has(name))).toEqual([]);
});

test('links are followed from where they stand', () => {
  expect(linkedPage('errors/disk', '../backups.md')).toBe('backups');
  expect(linkedPage('errors/disk', 'network.md#x')).toBe('errors/network');
  expect(linkedPage('README', 'errors/README.md')).toBe('errors/README');
  expect(linkedPage('README', '../api.md')).toBeNull();
  expect(linkedPage('README', 'https://example.org/x.md')).toBeNull();
});

test('the whole guide is read: no mark of Markdown is left in what a person sees', () => {
  const blocks = [...guide.values()].flatMap((page) => page.blocks);
  const shown = blocks
    .filter(({ kind }) => kind !== 'code')
    .flatMap(({ lines }) => lines.flatMap(spansOf))
    .filter(({ look }) => look !== 'code')
    .map(({ text }) => text);
  expect(shown.filter((text) => /\*\*|`|\]\(|^#|^- /.test(text))).toEqual([]);
  expect(sectionsOf(blocks).length).toBeGreaterThan(120);
});
