import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { Messages } from './messages.ts';

const branches = '{branches, plural, one {# branch} other {# branches}}';
const german = new Messages('de', {
  Save: 'Speichern',
  [branches]: '{branches, plural, one {# Branch} other {# Branches}}',
  '{done, number} of {total, number} {unit}': '{done, number} von {total, number} {unit}',
});

test('English needs no catalogue', () => {
  const english = new Messages('en');
  expect(english.say('Save')).toBe('Save');
  expect(english.say(branches, { branches: 1 })).toBe('1 branch');
  expect(english.say(branches, { branches: 12_345 })).toBe('12,345 branches');
});

test('another language has its texts, plurals and numbers', () => {
  expect(german.say('Save')).toBe('Speichern');
  expect(german.say(branches, { branches: 1 })).toBe('1 Branch');
  expect(german.say(branches, { branches: 12_345 })).toBe('12.345 Branches');
  expect(german.say('{done, number} of {total, number} {unit}', { done: 1000, total: 2500, unit: 'Commits' })).toBe(
    '1.000 von 2.500 Commits',
  );
});

test('one word for two things is told apart by its context, which nobody reads', () => {
  const words = new Messages('de', { Open: 'Öffnen', 'state|Open': 'Offen' });
  expect(words.say('Open')).toBe('Öffnen');
  expect(words.say('state|Open')).toBe('Offen');
  expect(new Messages('en').say('state|Open')).toBe('Open');
});

test('what the catalogue lacks is said in English', () => {
  expect(german.say('Cancel')).toBe('Cancel');
});

test('a value is put in as it is, whatever it holds', () => {
  const english = new Messages('en');
  expect(english.say('Search {name}', { name: "{x} <b> it's # 1 & 'q'" })).toBe("Search {x} <b> it's # 1 & 'q'");
  expect(english.say('{name}, by {author}', { name: null, author: undefined })).toBe(', by ');
});

test('a value that is missing is a fault of the code, not an empty place', () => {
  expect(() => new Messages('en').say('Search {name}', {})).toThrow(/name/);
});

test('a name that runs from right to left turns nothing around it, and one that does not is left as it is', () => {
  const english = new Messages('en');
  const sides = '{revision} by {author}: {files, plural, one {# file} other {# files}}';
  expect(english.say(sides, { revision: 'r7', author: '\u05d3\u05e0\u05d4', files: 12 })).toBe(
    'r7 by \u2068\u05d3\u05e0\u05d4\u2069: 12 files',
  );
  expect(english.say(sides, { revision: 'r7', author: 'Zo\u00eb', files: 12 })).toBe('r7 by Zo\u00eb: 12 files');
  expect(
    german.say('{done, number} of {total, number} {unit}', { done: 1, total: 2, unit: '\u0645\u0644\u0641' }),
  ).toContain('\u2068\u0645\u0644\u0641\u2069');
});

test('a text with names alone is what the formatter makes of it', () => {
  const values = { a: "{b} 'x' # $& $1", b: '', n: 12_345.5, none: null };
  const texts = [
    '{a}, {b}{n}: {a}',
    'no #, <b>{a}</b> & | $& \\{a}',
    "it''s {a}",
    "'{a}' and '{a",
    '{ a }',
    '{none}-{n, number}-{n}',
    '{a} {missing}',
    '{a',
    'a}',
    '{}',
    '{a}\n\u2028{b}',
    '{toString}',
  ];
  const said = (say: () => unknown) => {
    try {
      return say();
    } catch (error) {
      return `throws ${(error as Error).message}`;
    }
  };
  for (const text of texts) {
    const formatted = () => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).format(values);
    expect([text, said(() => new Messages('en').say(text, values))]).toEqual([text, said(formatted)]);
  }
});
