import { expect, test } from 'vitest';
import { type Command, fitting } from './commands.ts';

const command = (title: string, kind: Command['kind'] = 'Go to'): Command => ({ key: title, title, kind, run() {} });
const all = [command('Home'), command('New import', 'Do'), command('acme/important', 'Repository'), command('Imports')];
const titles = (typed: string) => fitting(all, typed).shown.map(({ title }) => title);

test('what begins with the words comes first, then what has a word that does', () => {
  expect(titles('')).toEqual(['Home', 'New import', 'acme/important', 'Imports']);
  expect(titles('imp')).toEqual(['Imports', 'New import', 'acme/important']);
  expect(titles('acme imp')).toEqual(['acme/important']);
  expect(titles('do new')).toEqual(['New import']);
  expect(titles('nothing')).toEqual([]);
});

test('what fits beyond those that are shown is counted', () => {
  const many = Array.from({ length: 70 }, (_, n) => command(`acme/r${n}`, 'Repository'));
  for (const typed of ['', 'acme']) {
    const { shown, more } = fitting(many, typed);
    expect([shown.length, more]).toEqual([50, 20]);
  }
  expect(fitting(many, 'r69').more).toBe(0);
});

test('what is called so comes before what is only of a kind that is', () => {
  const many = Array.from({ length: 70 }, (_, n) => command(`acme/tool-${n}`, 'Repository'));
  const { shown } = fitting([...many, command('acme/report', 'Repository')], 'repo');
  expect([shown[0]?.title, shown.length]).toEqual(['acme/report', 50]);
});
