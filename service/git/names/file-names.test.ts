import { expect, test } from 'vitest';
import { isReservedOnWindows, namesForOneFile } from './file-names.ts';

const full = (names: readonly string[]) => names.map((name) => `refs/heads/${name}`);

test.each([
  ['letters only', ['Feature', 'feature', 'other'], ['Feature', 'feature']],
  ['a file and a folder', ['Feature', 'feature/x'], ['Feature', 'feature/x']],
  ['two folders', ['Team/a', 'team/b', 'team2/c'], ['Team/a', 'team/b']],
  ['accents written in two ways', ['caf\u00e9', 'cafe\u0301'], ['caf\u00e9', 'cafe\u0301']],
  ['letters without case in pairs', ['stra\u00dfe', 'STRASSE', 'main'], ['stra\u00dfe', 'STRASSE']],
  ['Windows’ own', ['aux', 'con.txt', 'x/NUL/y', 'a"b', 'a<b', 'a|b', 'x./y', 'main'], null],
])('one file for %s', (_what, names, expected) => {
  expect(namesForOneFile(full(names))).toEqual(full(expected ?? names.filter((name) => name !== 'main')));
});

test('names that every disk keeps apart are left alone', () => {
  const names = ['main', 'a/b', 'a/c', 'auxiliary', 'console', 'com', 'com10', 'v1.0', 'a.b', 'lpt', 'x-aux'];
  expect(namesForOneFile([...full(names), ...names.map((name) => `refs/tags/${name.toUpperCase()}`)])).toEqual([]);
});

test('names of devices with anything behind a dot, or spaces before it', () => {
  for (const name of ['aux', 'AUX', 'con.tar.gz', 'com1', 'LPT9.x', 'com\u00b9', 'nul ', 'x.', 'aux .txt', 'CONIN$'])
    expect([name, isReservedOnWindows(name)]).toEqual([name, true]);
});
