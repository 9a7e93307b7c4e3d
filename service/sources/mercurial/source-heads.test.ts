import { expect, test } from 'vitest';
import { inLanguage, spoken } from '../../failures/language.ts';
import { digestWords, filesDigest } from './source-heads.ts';

test('the files of a head are said in the language of whoever reads the report', () => {
  const said = (language: 'de' | 'en', files: string[]) =>
    inLanguage(language, () => spoken(digestWords(filesDigest(files))));
  expect(said('en', ['100644 a', '100644 b'])).toMatch(/^2 files, [\da-f]{16}$/);
  expect(said('de', ['100644 a', '100644 b'])).toMatch(/^2 Dateien, [\da-f]{16}$/);
  expect(said('en', ['100644 a'])).toMatch(/^1 file, [\da-f]{16}$/);
  expect(said('de', ['100644 a'])).toMatch(/^1 Datei, [\da-f]{16}$/);
  expect(digestWords('something of another version')).toBe('something of another version');
});
