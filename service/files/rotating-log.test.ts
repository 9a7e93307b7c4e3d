import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRotatingLog } from './rotating-log.ts';

test('a log rotates by its size, keeps so many files, loses only the oldest lines, and is its owner’s alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry log '));
  const log = openRotatingLog(join(folder, 'logs'), 'engine', { bytes: 100, kept: 2 });
  for (let n = 0; n < 50; n++) log(`line number ${n}`);
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['engine.1.log', 'engine.2.log', 'engine.log']);
  const text = ['engine.2.log', 'engine.1.log', 'engine.log'].map((name) =>
    readFileSync(join(folder, 'logs', name), 'utf8'),
  );
  for (const part of text) expect(part.length).toBeLessThanOrEqual(100);
  const numbers = [...text.join('').matchAll(/line number (\d+)\n/g)].map((match) => Number(match[1]));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => 50 - numbers.length + n));
  expect(statSync(join(folder, 'logs/engine.log')).mode & 0o077).toBe(0);
  // A folder that cannot be made stops nobody.
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  expect(() => openRotatingLog(join(file, 'logs'), 'engine')('a line')).not.toThrow();
  rmSync(folder, { recursive: true });
});
