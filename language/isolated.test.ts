import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';

test('a name turns nothing beside it: neither by its letters nor by marks of direction within it', () => {
  expect(isolated('Ann')).toBe('Ann');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  // The address beside it was read backwards.
  expect(isolated('Eve \u202egnp.exe')).toBe('\u2068Eve \u202egnp.exe\u2069');
  expect(isolated('Eve \u200f')).toBe('\u2068Eve \u200f\u2069');
});

test('marks that a name opens end with it, and it ends none of others', () => {
  expect(isolated('Eve \u2069\u202egnp')).toBe('\u2068Eve \u202egnp\u2069');
  expect(isolated('Eve \u2067\u2066gnp')).toBe('\u2068Eve \u2067\u2066gnp\u2069\u2069\u2069');
  expect(isolated('\u2068שלום\u2069 Ann')).toBe('\u2068\u2068שלום\u2069 Ann\u2069');
});
