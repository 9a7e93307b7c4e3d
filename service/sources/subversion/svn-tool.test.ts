import { expect, test } from 'vitest';
import { svnUrl } from './svn-tool.ts';

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
