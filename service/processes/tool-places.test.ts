import { expect, test } from 'vitest';
import { childEnvironment, localeOf } from './environment.ts';
import { pathWithPlaces } from './tool-places.ts';

test('usual places stand behind those of PATH, each once', () => {
  expect(pathWithPlaces('darwin', { PATH: '/usr/bin:/usr/local/bin' })).toBe(
    '/usr/bin:/usr/local/bin:/opt/homebrew/bin:/opt/local/bin',
  );
  expect(pathWithPlaces('linux', { PATH: '/a' })).toBe('/a');
  const windows = { Path: 'C:\\Windows', ProgramFiles: 'C:\\Program Files', USERPROFILE: 'C:\\Users\\Ann' };
  expect(pathWithPlaces('win32', windows).split(';')).toEqual([
    'C:\\Windows',
    'C:\\Program Files\\Git\\cmd',
    'C:\\Program Files\\TortoiseSVN\\bin',
    'C:\\Program Files\\SlikSvn\\bin',
    'C:\\Program Files\\Mercurial',
    'C:\\Program Files\\TortoiseHg',
    'C:\\Users\\Ann\\scoop\\shims',
  ]);
});

test('programs write UTF-8 everywhere: macOS has no C.UTF-8 before version 15', () => {
  expect(localeOf('darwin')).toBe('en_US.UTF-8');
  expect(localeOf('linux')).toBe('C.UTF-8');
  expect(childEnvironment().LC_ALL).toBe(localeOf(process.platform));
});
