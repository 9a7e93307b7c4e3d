import { expect, test } from 'vitest';
import { languageFor } from './languages.ts';

test('the first language of the system that Gantry speaks is taken, English where it speaks none', () => {
  expect(languageFor('system', ['de-AT', 'en-US'])).toBe('de');
  expect(languageFor('system', ['fr-FR', 'de', 'en'])).toBe('de');
  expect(languageFor('system', ['en-GB', 'de-DE'])).toBe('en');
  expect(languageFor('system', ['de_DE.UTF-8'])).toBe('de');
  expect(languageFor('system', ['den', 'fr'])).toBe('en');
  expect(languageFor('system', [])).toBe('en');
});

test('what a person chose wins over the system', () => {
  expect(languageFor('en', ['de-DE'])).toBe('en');
  expect(languageFor('de', ['en-US'])).toBe('de');
});
