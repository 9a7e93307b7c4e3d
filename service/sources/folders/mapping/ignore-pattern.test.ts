import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../../testing/git-sources.ts';
import { random } from '../../../testing/random.ts';
import { fits, patternOf } from './ignore-pattern.ts';

const matches = (line: string, name: string) => patternOf(line).some((pattern) => fits(pattern, name));

test('random patterns match the names that git says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry ignore '));
  try {
    git(folder, ['init', '--quiet', '.']);
    const next = random(7);
    const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? '';
    const text = (from: readonly string[], length: number) =>
      Array.from({ length: 1 + Math.floor(next() * length) }, () => pick(from)).join('');
    const asked: [line: string, name: string, path: string][] = [];
    for (let n = 0; n < 400; n++) {
      const line = `a${text(['a', 'b', '-', '*', '?', '[ab]', '[!a]', '[^b]', '[a-c]', '[]a]', '\\\\*', '.', '**'], 6)}`;
      mkdirSync(join(folder, `${n}`));
      writeFileSync(join(folder, `${n}`, '.gitignore'), `${line}\n`);
      for (let m = 0; m < 12; m++) {
        const name = `a${text(['a', 'b', 'c', '-', '*', '.', ']'], 5)}`;
        asked.push([line, name, `${n}/${name}`]);
      }
    }
    const input = asked.map(([, , path]) => `${path}\0`).join('');
    const args = ['check-ignore', '--no-index', '--stdin', '-z', '--verbose', '--non-matching'];
    const fields = git(folder, args, { input }).split('\0');
    const wrong = asked.filter(([line, name], n) => matches(line, name) !== (fields[n * 4] !== ''));
    expect(wrong).toEqual([]);
    expect(asked.filter(([line, name]) => matches(line, name)).length).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a pattern of many stars is no work for a day', () => {
  expect(matches(`${'*a'.repeat(120)}*b`, 'a'.repeat(255))).toBe(false);
});

test('what is about other folders matches nothing beside it', () => {
  expect(matches('/a', 'a')).toBe(true);
  expect(matches('a/', 'a')).toBe(true);
  expect(matches('a/b', 'b')).toBe(false);
  expect(matches('', 'a')).toBe(false);
});
