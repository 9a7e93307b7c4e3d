import { expect, it } from 'vitest';
import { namesText } from './name-words.ts';

it('names the first three and counts the rest', () => {
  expect(namesText(['a'])).toBe('a');
  expect(namesText(['a', 'b', 'c'])).toBe('a, b, c');
  expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b, c and one other');
  expect(namesText(Array.from({ length: 103 }, (_, index) => `o${index}`))).toBe('o0, o1, o2 and 100 others');
});
