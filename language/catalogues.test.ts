import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { type SaidText, textsOf } from './testing/texts-of-code.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>;
const parts = readdirSync(join(root, 'renderer/language/de')).filter((name) => name.endsWith('.json'));

const places = [
  {
    name: 'the window',
    texts: textsOf('renderer/**/*.{ts,tsx}'),
    catalogues: parts.map((name) => read(`renderer/language/de/${name}`)),
  },
  { name: 'main', texts: textsOf('main/**/*.ts'), catalogues: [read('main/language/de.json')] },
];

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** Names of a message's values, with what each is taken as. */
function valuesOf(text: string): string[] {
  const names = new Set<string>();
  const look = (found: readonly Part[]) => {
    for (const part of found) {
      // 0 is text, 7 the number within a plural.
      if (part.type !== 0 && part.type !== 7) names.add(part.value);
      if ('options' in part) for (const option of Object.values(part.options)) look(option.value);
    }
  };
  look(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return [...names].toSorted();
}

describe.each(places)('$name', ({ texts, catalogues }) => {
  const german = Object.assign({}, ...catalogues) as Record<string, string>;
  const said = texts.said.filter((text): text is SaidText & { english: string } => text.english !== null);

  test('says nothing that a catalogue cannot hold', () => {
    expect(texts.said.filter(({ english }) => english === null).map(({ at }) => at)).toEqual([]);
    expect(texts.hardCoded).toEqual([]);
  });

  test('has every text in German, once, and nothing that is said nowhere', () => {
    const keys = catalogues.flatMap((catalogue) => Object.keys(catalogue));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const english = new Set(said.map((text) => text.english));
    expect([...english].filter((text) => !german[text]?.trim())).toEqual([]);
    expect(keys.filter((key) => !english.has(key))).toEqual([]);
  });

  test('puts the same values into both languages, and has them', () => {
    const odd = Object.entries(german).filter(([one, other]) => `${valuesOf(one)}` !== `${valuesOf(other)}`);
    expect(odd).toEqual([]);
    const lacking = said.filter(
      ({ english, values }) => values !== null && `${values.toSorted()}` !== `${valuesOf(english)}`,
    );
    expect(lacking.map(({ at, english }) => `${at}: ${english}`)).toEqual([]);
  });

  test('is written as German is', () => {
    for (const text of Object.values(german)) {
      // „…“ opens low; an English “ at the beginning of a word is a quotation that was left.
      expect(text).not.toMatch(/(^|[\s(])“|”|\s\s|^\s|\s$/);
      expect(text.split('„').length).toBe(text.split('“').length);
      // Buttons and sentences speak to the person politely.
      expect(text).not.toMatch(/(?<![-\w])([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/);
    }
  });
});
