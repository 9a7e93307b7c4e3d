import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessArguments, svnUrl } from './svn-tool.ts';

test.each([
  ['C:\\svn\\my project', 'file:///C:/svn/my%20project'],
  ['d:/svn/x#1', 'file:///d:/svn/x%231'],
  ['\\\\server\\share\\repo', 'file://server/share/repo'],
  ['file:///C:/svn/x/', 'file:///C:/svn/x'],
  ['/srv/svn/a b', 'file:///srv/svn/a%20b'],
  ['ftp://host/x', null],
  ['C:relative', null],
])('%s is %s to Subversion', (address, url) => {
  expect(svnUrl(address)).toBe(url);
});

test('who asks as nobody takes the name away from nobody who starts at the same time', () => {
  const privateFolder = mkdtempSync(join(tmpdir(), 'gantry-svn-'));
  try {
    const access = { privateFolder, signal: new AbortController().signal };
    const url = 'http://127.0.0.1:1/svn';
    const credentials = { username: 'ann', password: 'secret' };
    const named = accessArguments({ ...access, credentials }, url);
    accessArguments({ ...access, credentials: null }, url);
    const folder = named[named.indexOf('--config-dir') + 1] ?? '';
    expect(readFileSync(join(folder, 'servers'), 'utf8')).toContain('username = ann');
  } finally {
    rmSync(privateFolder, { recursive: true, force: true });
  }
});
