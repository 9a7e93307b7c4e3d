import { expect, test } from 'vitest';
import { repositoriesOfPage } from './pages.ts';

test.each([
  ['https://host/team/tool/tree/main/src', 'https://host/team/tool'],
  ['https://host/team/tool/blob/main/README.md#use', 'https://host/team/tool'],
  ['https://host/group/sub/tool/-/tree/main', 'https://host/group/sub/tool'],
  ['https://host:8443/team/tool/src/branch/main', 'https://host:8443/team/tool'],
  ['https://host/org/project/_git/tool?version=GBmain', 'https://host/org/project/_git/tool'],
  ['https://host/org/project/_git/tool/pullrequest/4', 'https://host/org/project/_git/tool'],
  ['https://host/team/tool/pull-requests/4/overview', 'https://host/team/tool'],
  ['https://host/team/tool/discussions/3', 'https://host/team/tool'],
  ['https://host/team/tool/archive/refs/heads/main.zip', 'https://host/team/tool'],
  ['https://host/team/tool/files/tip/', 'https://host/team/tool'],
  ['https://host/hg/tool/file/tip/a', 'https://host/hg/tool'],
  ['https://sourceforge.net/p/proj/code/HEAD/tree/trunk/', 'https://svn.code.sf.net/p/proj/code'],
  ['https://host/context/projects/KEY/repos/tool/browse', 'https://host/context/scm/KEY/tool.git'],
  ['https://host/users/ann/repos/tool', 'https://host/scm/~ann/tool.git'],
  ['https://host/plugins/gitiles/team/tool/+/refs/heads/main', 'https://host/team/tool'],
  ['https://host/tool/+/main', 'https://host/tool'],
  ['https://host/gitweb/?p=team/tool.git;a=summary', 'https://host/team/tool.git'],
  ['https://host/org/project/_versionControl?path=%24%2Fproject', 'https://host/org/project'],
  ['https://host/tool/file/tip/src', 'https://host/tool'],
  ['https://host/tool/shortlog', 'https://host/tool'],
  ['https://host/svn/tool/trunk/?p=5', 'https://host/svn/tool/trunk'],
])('%s is a page of %s', (page, repository) => {
  expect(repositoriesOfPage(page)[0]).toBe(repository);
});

test.each([
  'https://host/team/tool',
  'https://host/team/tool.git/',
  'https://host/tree/commits',
  '/srv/team/tool/tree',
  'git@host:team/tool/tree/main',
  'svn://host/team/tool/tags',
])('%s is a place', (address) => {
  expect(repositoriesOfPage(address)).toEqual([]);
});
