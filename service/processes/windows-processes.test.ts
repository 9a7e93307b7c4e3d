/** Programs that a crash left behind on Windows, as far as it can be said without one. */
import { expect, test } from 'vitest';
import { isRecorded, readProcesses } from './windows-processes.ts';

test('what PowerShell says is read, with its line ends; what it says besides is not', () => {
  const text = '4\t1700000000000\tSystem\r\n812\t1700000012345\tgit.exe\r\nGet-CimInstance : Access denied\r\n\r\n';
  expect(readProcesses(text)).toEqual(
    new Map([
      [4, { started: 1_700_000_000_000, name: 'System' }],
      [812, { started: 1_700_000_012_345, name: 'git.exe' }],
    ]),
  );
  expect(readProcesses('')).toEqual(new Map());
});

test('only the program that was recorded is one of ours: not another one, and not one that got its number later', () => {
  const found = { name: 'git.exe', started: 1_700_000_012_345 };
  const at = (milliseconds: number) => String(found.started + milliseconds);
  for (const command of ['git', 'git.exe', 'GIT.EXE', 'C:\\Program Files\\Git\\cmd\\git.exe'])
    expect(isRecorded(found, { command, started: at(40) })).toBe(true);
  expect(isRecorded(found, { command: 'svn', started: at(40) })).toBe(false);
  expect(isRecorded(found, { command: 'git', started: at(-60_000) })).toBe(false);
  expect(isRecorded(found, { command: 'git', started: at(60_000) })).toBe(false);
  expect(isRecorded(undefined, { command: 'git', started: at(0) })).toBe(false);
});
