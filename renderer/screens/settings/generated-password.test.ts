import { expect, it } from 'vitest';
import { generatePassword } from './generated-password.ts';

it('is long, of letters that are told apart, and never the same', () => {
  const made = Array.from({ length: 2000 }, generatePassword);
  for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{5}(-[a-km-np-zA-HJ-NP-Z2-9]{5}){3}$/);
  expect(new Set(made).size).toBe(made.length);
  // Every one of the 56 letters and digits comes, about equally often.
  const counts = new Map<string, number>();
  for (const letter of made.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(56);
  expect(Math.min(...counts.values())).toBeGreaterThan(500);
  expect(Math.max(...counts.values())).toBeLessThan(950);
});
