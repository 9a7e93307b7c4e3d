import { expect, test } from 'vitest';
import type { Vcs } from '../../vocabulary/history.ts';
import { endOf, findReferences } from './references.ts';

const found = (vcs: Vcs, message: string) =>
  findReferences(vcs, message).map((reference) => message.slice(reference.start, endOf(reference)));

test('what names a revision of Subversion, and what only looks so', () => {
  expect(found('subversion', 'Merged r12, r13 and r14:16 from trunk. See revision 7, rev. 8, Rev #9.')).toEqual([
    ...['r12', 'r13', 'r14:16', '7', '8', '9'],
  ]);
  expect(found('subversion', 'svn merge -r12:15; revisions 3, 4 and 5-6; (r99)')).toEqual([
    ...['r12:15', '3', '4', '5', '6', 'r99'],
  ]);
  expect(found('subversion', 'revision 12, 3 files')).toEqual(['12']);
  expect(found('subversion', 'libr12 r12b /r12/ http://x/r12 r1.2 v.r3 arr12 trunk@r12 r')).toEqual([]);
  // Bytes of UTF-8 around it.
  expect(found('subversion', Buffer.from('修正r123的问题', 'utf8').toString('latin1'))).toEqual(['r123']);
  const german = Buffer.from('Haustür3, für2 und “r12”, »r13«, …r14', 'utf8').toString('latin1');
  expect(found('subversion', german)).toEqual(['r12', 'r13', 'r14']);
});

test('what names a changeset of Team Foundation', () => {
  expect(found('tfvc', 'Rollback C815; changeset 816, Changesets 1, 2 and 3; warning C4996, error C2065')).toEqual([
    ...['C815', '816', '1', '2', '3'],
  ]);
  expect(found('tfvc', 'AC12 c12 C12a Abc.C12')).toEqual([]);
});

test('what names a changeset of Mercurial or a commit of Git', () => {
  expect(found('mercurial', 'Backed out changeset 1a2b3c (bug 1234567)')).toEqual(['1a2b3c']);
  expect(found('mercurial', 'Backed out 2 changesets (bug 1) Backed out changeset 12:1a2b3c4d5e6f')).toEqual([
    '12:1a2b3c4d5e6f',
  ]);
  expect(found('git', `This reverts commit ${'617c34'.padEnd(40, '0')}.`)).toEqual(['617c34'.padEnd(40, '0')]);
  expect(found('git', 'This reverts commit 617c34, abc1234 and deadbeef.')).toEqual(['617c34', 'abc1234', 'deadbeef']);
  expect(found('git', 'abc1234..def5678')).toEqual(['abc1234', 'def5678']);
  expect(found('git', 'defaced 20240131 1234567 #1234567 x-abc1234z https://x/abc1234')).toEqual([]);
});
