/** `npm start` on Windows, as far as it can be said without one: what is started for npm and for what npm installs. */
import { expect, test } from 'vitest';
import { programOf } from '../scripts/setup/programs.mjs';

/** As npm 11 writes them there (cmd-shim). */
const SHIM = (script: string) => `@ECHO off\r
GOTO start\r
:find_dp0\r
SET dp0=%~dp0\r
EXIT /b\r
:start\r
SETLOCAL\r
CALL :find_dp0\r
\r
IF EXIST "%dp0%\\node.exe" (\r
  SET "_prog=%dp0%\\node.exe"\r
) ELSE (\r
  SET "_prog=node"\r
  SET PATHEXT=%PATHEXT:;.JS;=;%\r
)\r
\r
endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${script}" %*\r
`;

const disk = new Map([
  ['C:\\p\\node_modules\\.bin\\electron-vite.cmd', SHIM('..\\electron-vite\\bin\\electron-vite.js')],
  ['C:\\p\\node_modules\\.bin\\biome.cmd', SHIM('..\\@biomejs\\biome\\bin\\biome')],
  ['C:\\Program Files\\nodejs\\npm.cmd', ':: Created by npm, please don’t edit manually.\r\n'],
  ['C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js', ''],
  ['C:\\Program Files\\Git\\cmd\\git.exe', ''],
]);
const files = { exists: (path: string) => disk.has(path), read: (path: string) => disk.get(path) ?? '' };
const Path = 'C:\\p\\node_modules\\.bin;C:\\Program Files\\nodejs;C:\\Program Files\\Git\\cmd';
const on = (command: string, env: NodeJS.ProcessEnv = { Path }) => programOf(command, env, 'win32', files);

test('npm and what it installed are started by Node, without a shell that would read arguments', () => {
  expect(on('electron-vite')).toEqual({
    command: 'node',
    first: ['C:\\p\\node_modules\\electron-vite\\bin\\electron-vite.js'],
  });
  expect(on('biome')).toEqual({ command: 'node', first: ['C:\\p\\node_modules\\@biomejs\\biome\\bin\\biome'] });
  expect(on('npm').first).toEqual(['C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js']);
  const npm_execpath = 'D:\\npm\\bin\\npm-cli.js';
  expect(on('npm', { Path, npm_execpath }).first).toEqual([npm_execpath]);
});

test('programs, whole paths, what is nowhere, and other systems stay as they are', () => {
  for (const command of ['git', 'node', 'nothing', 'C:\\p\\electron.exe'])
    expect(on(command)).toEqual({ command, first: [] });
  expect(programOf('npm', { PATH: Path }, 'linux', files)).toEqual({ command: 'npm', first: [] });
});
