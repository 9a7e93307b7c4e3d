import { expect, it } from 'vitest';
import { ENGLISH } from './page-words.ts';

it('says one revision and one commit in the singular', () => {
  const { outsideRevisions, newRevisions, newCommits } = ENGLISH;
  expect([outsideRevisions(1, 7, 7), outsideRevisions(2, 7, 9)]).toEqual(['1 revision, r7', '2 revisions, r7 to r9']);
  expect([1, 0].map((count) => newRevisions(count, 'May'))).toEqual([
    '1 new revision since May.',
    '0 new revisions since May.',
  ]);
  expect([1, 2].map(newCommits)).toEqual(['1 new commit', '2 new commits']);
});
