import { expect, test } from 'vitest';
import { lineOf } from './log.ts';

test('what a server said does nothing to a terminal, and makes no line of its own', () => {
  const said = 'abort: remote error:\n\u001b]0;owned\u0007 \u202eevil\r2026-01-01T00:00:00.000Z info forged';
  const [line = '', ...behind] = lineOf('error', said).split('\n');
  expect(line).toMatch(/^\d{4}-\S+ error abort: remote error:$/);
  expect(behind).toEqual(['    U+001B]0;ownedU+0007 U+202Eevil', '    2026-01-01T00:00:00.000Z info forged']);
});
