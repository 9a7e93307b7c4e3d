import { expect, test } from 'vitest';
import { repositoriesOfPage } from './pages.ts';

test.each([
  ['https://host/team/tool/tree/main/src', 'https://host/team/tool'],
  ['https://host/team/tool/blob/main/README.md#use', 'https://host/team/tool'],
  ['https://host/group/sub/tool/-/tree/main', 'https://host/group/sub/tool'],
  ['https://host:8443/team/tool/src/branch/main', 'https://host:8443/team/tool'],
  ['https://host/org/project/_git/tool?version=GBmain', 'https://host/org/project/_git/tool'],
  ['https://host/hg/tool/file/tip/a', 'https://host/hg/tool'],
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
