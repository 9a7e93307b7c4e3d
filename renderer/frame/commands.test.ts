import { expect, test } from 'vitest';
import { type Command, fitting } from './commands.ts';

const command = (title: string, kind: Command['kind'] = 'Go to'): Command => ({ key: title, title, kind, run() {} });
const all = [command('Home'), command('New import', 'Do'), command('acme/important', 'Repository'), command('Imports')];
const titles = (typed: string) => fitting(all, typed).map(({ title }) => title);

test('what begins with the words comes first, then what has a word that does', () => {
  expect(titles('')).toEqual(['Home', 'New import', 'acme/important', 'Imports']);
  expect(titles('imp')).toEqual(['Imports', 'New import', 'acme/important']);
  expect(titles('acme imp')).toEqual(['acme/important']);
  expect(titles('do new')).toEqual(['New import']);
  expect(titles('nothing')).toEqual([]);
});
