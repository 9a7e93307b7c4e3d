import { describe, expect, test } from 'vitest';
import { german } from '../../language/de/index.ts';
import { guide as englishGuide } from './guide-english.ts';
import { guide as germanGuide } from './guide-german.ts';
import { linkedPage } from './guide-links.ts';
import { type Block, sectionsOf, spansOf } from './markdown.ts';

const texts = import.meta.glob<string>('../../../docs/guide/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** As addresses: `/docs/guide/push.md`. */
const files = new Set(
  Object.keys(import.meta.glob(['../../../docs/**/*.md', '../../../docs/screenshots/*.png'])).map((path) =>
    path.replace('../../../', '/'),
  ),
);

const english = { guide: englishGuide, folder: '/docs/guide/' };
const inGerman = { guide: germanGuide, folder: '/docs/guide/de/' };
type Edition = typeof english;

interface Target {
  page: string;
  isPicture: boolean;
  /** As it is written. */
  target: string;
  /** The file that it leads to, as an address. */
  file: string;
}

/** Every link and picture of an edition, with the page that it stands on. */
function targetsOf({ guide, folder }: Edition): Target[] {
  return [...guide.keys()].flatMap((page) => {
    const at = `${folder}${page}.md`;
    const text = texts[`../../..${at}`] ?? '';
    return [...text.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)].map(([, mark, target = '']) => ({
      page,
      isPicture: mark === '!',
      target,
      file: new URL(target, `file://${at}`).pathname,
    }));
  });
}

function linesOf(blocks: readonly Block[]): string[] {
  return blocks.filter(({ kind }) => kind !== 'code').flatMap(({ lines }) => [...lines]);
}

describe.each([
  ['English', english],
  ['German', inGerman],
])('the guide in %s', (_language, edition) => {
  const { guide, folder } = edition;
  const targets = targetsOf(edition);

  test('every link leads to a page of the guide, or to a document beside it', () => {
    const links = targets.filter(({ isPicture }) => !isPicture);
    expect(links.length).toBeGreaterThan(80);
    for (const { page, target, file } of links) {
      expect(files, `${page}: ${target}`).toContain(file);
      const to = linkedPage(page, target);
      if (to === null) expect(file, page).not.toMatch(/^\/docs\/guide\//);
      else expect([guide.has(to), `${folder}${to}.md`], `${page}: ${target}`).toEqual([true, file]);
    }
  });

  test('every picture is there', () => {
    const shown = targets.filter(({ isPicture }) => isPicture);
    expect(shown.length).toBeGreaterThan(40);
    for (const { page, file } of shown) expect(files, page).toContain(file);
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

  test('the whole guide is read: no mark of Markdown is left in what a person sees', () => {
    const blocks = [...guide.values()].flatMap((page) => page.blocks);
    const shown = linesOf(blocks)
      .flatMap(spansOf)
      .filter(({ look }) => look !== 'code')
      .map(({ text }) => text);
    expect(shown.filter((text) => /\*|`|\]\(|^#|^- /.test(text))).toEqual([]);
    expect(sectionsOf(blocks).length).toBeGreaterThan(120);
  });
});

describe('the guide says the same in both languages', () => {
  const pages = [...englishGuide.keys()].toSorted();

  test('there are the same pages', () => {
    expect([...germanGuide.keys()].toSorted()).toEqual(pages);
    // The German ones lie below the English ones, and are none of theirs.
    expect(pages.filter((name) => name.startsWith('de/'))).toEqual([]);
    expect(pages.length).toBeGreaterThan(50);
  });

  test.each(pages)('%s has the same parts', (name) => {
    const parts = ({ guide }: Edition) =>
      guide.get(name)?.blocks.map(({ kind, level, lines }) => `${kind} ${level || lines.length}`);
    expect(parts(inGerman)).toEqual(parts(english));
  });

  test.each(pages)('%s has the same links and pictures', (name) => {
    const on = (edition: Edition) => targetsOf(edition).filter(({ page }) => page === name);
    const of = (edition: Edition, kind: boolean) =>
      on(edition)
        .filter(({ isPicture }) => isPicture === kind)
        .map(({ target, file }) => `${file.replace(inGerman.folder, english.folder)} ${target.split('#')[1] ?? ''}`);
    expect(of(inGerman, true)).toEqual(of(english, true));
    // German orders words otherwise.
    expect(of(inGerman, false).toSorted()).toEqual(of(english, false).toSorted());
  });

  test.each(pages)('%s has the same commands, and names buttons and screens as they are labelled', (name) => {
    const code = ({ guide }: Edition) =>
      (guide.get(name)?.blocks ?? []).filter(({ kind }) => kind === 'code').map(({ lines }) => lines);
    expect(code(inGerman)).toEqual(code(english));
    const strong = strongOn(inGerman, name);
    expect(strong).toHaveLength(strongOn(english, name).length);
    for (const [label, translations] of labelsIn(strongOn(english, name))) {
      const said = translations.some((translation) => strong.some((text) => text.includes(translation)));
      expect(said, `${label} is ${translations.join(' or ')}; strong there: ${strong.join('; ')}`).toBe(true);
    }
  });

  test('labels are recognized as what they are', () => {
    expect(labelsIn(['Settings, Maintenance, Backups, Restore…'])).toEqual([
      ['Settings', ['Einstellungen']],
      ['Maintenance', ['Wartung']],
      ['Backups', ['Sicherungen']],
      ['Restore…', ['Wiederherstellung', 'Wiederherstellen']],
    ]);
    expect(labelsIn(['What happens then.'])).toEqual([]);
    expect(pages.flatMap((name) => labelsIn(strongOn(english, name))).length).toBeGreaterThan(150);
  });
});

test('links are followed from where they stand', () => {
  expect(linkedPage('errors/disk', '../backups.md')).toBe('backups');
  expect(linkedPage('errors/disk', 'network.md#x')).toBe('errors/network');
  expect(linkedPage('README', 'errors/README.md')).toBe('errors/README');
  expect(linkedPage('README', '../api.md')).toBeNull();
  expect(linkedPage('README', 'https://example.org/x.md')).toBeNull();
});

function strongOn({ guide }: Edition, name: string): string[] {
  return linesOf(guide.get(name)?.blocks ?? [])
    .flatMap(spansOf)
    .filter(({ look }) => look === 'strong')
    .map(({ text }) => text);
}

/** Labels of the window in what is strong (`Settings, Network`), each with what stands for it in German. */
function labelsIn(strong: readonly string[]): [label: string, translations: string[]][] {
  return strong
    .flatMap((text) => (translationsOf(text).length > 0 ? [text] : text.split(', ')))
    .map((label): [string, string[]] => [label, translationsOf(label)])
    .filter(([, translations]) => translations.length > 0);
}

function translationsOf(label: string): string[] {
  return Object.entries(german)
    .filter(([text]) => bare(text) === bare(label))
    .map(([, translation]) => bare(translation));
}

/** Without the context of a text, and without the mark that a question follows. */
function bare(text: string): string {
  return text.replace(/^[a-z]+\|/, '').replace(/…$/, '');
}
