import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  archivesNamed,
  asTold,
  flagsAmong,
  isTooLongToTell,
  otherDataFolder,
  readSecondStart,
} from './command-line.ts';
import {
  askedDataFolder,
  dataFolderProblem,
  lacksDataFolder,
  moveDataFolder,
  olderDataFolder,
  usualDataFolder,
} from './data-folder.ts';
import { terminalAnswer } from './terminal-answer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry data place '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('prefers the flag, then the environment', () => {
  expect(askedDataFolder(['app', '--data', '/a b'], { GANTRY_DATA: '/c' }, '/e')).toBe('/a b');
  expect(askedDataFolder(['app', '--data=/d'], {}, '/e')).toBe('/d');
  expect(askedDataFolder(['app'], { GANTRY_DATA: '/c' }, '/e')).toBe('/c');
  expect(askedDataFolder(['app', '--data'], {}, '/e')).toBeNull();
  for (const argv of [['--data'], ['--data='], ['--data', ''], ['--data', '--lang=de']])
    expect(lacksDataFolder(argv)).toBe(true);
  for (const argv of [[], ['--data', 'd'], ['--data=-d'], ['--data', '/d', '-v']])
    expect(lacksDataFolder(argv)).toBe(false);
  // Not asked of the system, which may have lost it.
  for (const argv of [['--data', 'd'], ['--data=d']]) expect(askedDataFolder(argv, {}, '/e')).toBe('/e/d');
  expect(askedDataFolder([], { GANTRY_DATA: 'd' }, '/e')).toBe('/e/d');
});

it.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/share/gantry'],
  ['linux', { XDG_DATA_HOME: '/big/share' }, '/home/ann', '/big/share/gantry'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann', '/home/ann/.local/share/gantry'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/ann', '/home/ann/.local/share/gantry'],
  ['darwin', { XDG_DATA_HOME: '/x' }, '/Users/ann', '/Users/ann/Library/Application Support/Gantry/data'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ann', 'D:\\Local\\Gantry'],
  ['win32', {}, 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Local\\Gantry'],
] as const)('on %s with %o the usual place of %s is %s', (platform, env, home, expected) => {
  expect(usualDataFolder({ platform, env, home })).toBe(expected);
});

it('finds an older place that holds a database, and moves it whole', () => {
  const userData = join(folder, 'settings');
  const older = join(userData, 'data');
  const usual = join(folder, 'share/gantry');
  expect(olderDataFolder(usual, userData)).toBeNull();
  mkdirSync(join(older, 'repositories'), { recursive: true });
  expect(olderDataFolder(usual, userData)).toBeNull();
  writeFileSync(join(older, 'gantry.sqlite'), 'x');
  expect(olderDataFolder(usual, userData)).toBe(older);
  expect(olderDataFolder(older, userData)).toBeNull();

  mkdirSync(usual, { recursive: true });
  writeFileSync(join(usual, 'other'), '');
  expect(moveDataFolder(older, usual)).toMatch(/not empty/);
  rmSync(join(usual, 'other'));
  expect(moveDataFolder(older, usual)).toBeNull();
  expect([existsSync(join(usual, 'repositories')), existsSync(older)]).toEqual([true, false]);
  expect(olderDataFolder(usual, userData)).toBeNull();
});

it.skipIf(!existsSync('/dev/shm'))('stays on its disk where the usual place is on another, and says so', () => {
  const other = mkdtempSync('/dev/shm/gantry-');
  try {
    mkdirSync(join(folder, 'data'));
    const said = moveDataFolder(join(folder, 'data'), join(other, 'gantry'));
    expect([said === null || /another disk/.test(said), existsSync(join(folder, 'data'))]).toEqual([
      true,
      said !== null,
    ]);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

it('says why a data folder cannot be used', () => {
  expect(dataFolderProblem(join(folder, 'new/one'))).toBeNull();
  writeFileSync(join(folder, 'file'), '');
  expect(dataFolderProblem(join(folder, 'file'))).toMatch(/is a file/);
  expect(dataFolderProblem(join(folder, 'file/below'))).toMatch(/is a file/);
  expect(dataFolderProblem('/proc/gantry')).toMatch(/could not be made/);
});

it.skipIf(process.getuid?.() === 0)('says that a folder can only be read', () => {
  chmodSync(folder, 0o500);
  expect(dataFolderProblem(folder)).toMatch(/may not write/);
  chmodSync(folder, 0o700);
});

it('answers in the terminal, and finds archives among the arguments', () => {
  expect(terminalAnswer(['--version'], '1.2.3')).toBe('Gantry 1.2.3\n');
  expect(terminalAnswer(['--help'], '1.2.3')).toContain('--data <folder>');
  expect(terminalAnswer(['x.tar.gz', '--data', '/d'], '1.2.3')).toBeNull();
  const own = ['--data', '/d/x.tar.gz', 'a.tar.gz', '--flag=b.tar.gz', '/e/c.TGZ', 'd.txt'];
  expect(archivesNamed(own, '/here')).toEqual(['/here/a.tar.gz', '/e/c.TGZ']);
  const addresses = ['file:///a%20b.tar.gz', 'file:///100%.tar.gz', 'file:///%ff.tar.gz'];
  expect(archivesNamed(addresses, '/here')).toEqual(['/a b.tar.gz', '/100%.tar.gz', '/%ff.tar.gz']);
});

it('says why a second start with another data folder opens nothing', () => {
  expect(otherDataFolder('/b', '/a')).toMatch(/open with the data folder \/a, so \/b was not opened/);
  expect([otherDataFolder('/a', '/a'), otherDataFolder(null, '/a')]).toEqual([null, null]);
  for (const told of [undefined, null, 'x', { dataFolder: 1, archives: [1] }])
    expect(readSecondStart(told)).toEqual({ dataFolder: null, archives: [], links: [], flags: [] });
});

it('tells a second start in bytes that arrive as they are', () => {
  const archives = Array.from({ length: 10 }, (_, at) => `/мои данные/${at}.tar.gz`);
  const start = { dataFolder: '/мои данные', archives, links: ['gantry://import/a/b'], flags: ['--lang=de'] };
  const told = asTold(start);
  expect(told.told).toMatch(/^[\w+/=]+$/);
  expect(readSecondStart(told)).toEqual(start);
  const args = ['--lang=de', '.', '--data', '/d', '--data=/e', 'a.tgz', 'gantry://import/a/b', '-x.tgz'];
  expect(flagsAmong(args)).toEqual(['--lang=de', '.', '-x.tgz']);
  // Of a version before this one, and of none.
  expect(readSecondStart({ ...start })).toEqual(start);
  expect(readSecondStart({ told: 'no JSON' })).toEqual({
    dataFolder: null,
    archives: [],
    links: [],
    flags: [],
  });
  expect(isTooLongToTell(archives, told)).toBe(false);
  expect(
    isTooLongToTell(
      Array.from({ length: 400 }, () => 'a'.repeat(100)),
      told,
    ),
  ).toBe(true);
});
