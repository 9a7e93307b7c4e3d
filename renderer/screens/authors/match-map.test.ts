import { expect, test } from 'vitest';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { matchMap } from './match-map.ts';

const author = (id: number, remote_name: string) => ({ id, remote_name }) as CommitAuthor;

test('a map is about the authors of its own system; who is named for it wins', () => {
  const entries = [
    { remote_name: 'ann', name: 'Ann Svn', email: 'svn@x.org', vcs: 'subversion' as const },
    { remote_name: 'ann', name: 'Ann Any', email: 'any@x.org' },
    { remote_name: 'ann', name: 'Ann Hg', email: 'hg@x.org', vcs: 'mercurial' as const },
    { remote_name: 'bob', name: 'Bob', email: 'bob@x.org' },
    { remote_name: 'gone', name: 'Gone', email: 'gone@x.org' },
    { remote_name: 'other', name: 'Other', email: 'o@x.org', vcs: 'git' as const },
  ];
  const authors = [author(1, 'ann'), author(2, 'bob'), author(3, 'bob'), author(4, 'eve')];
  expect(matchMap(entries, authors, 'subversion')).toEqual({
    mappings: [
      { id: 1, name: 'Ann Svn', email: 'svn@x.org' },
      { id: 2, name: 'Bob', email: 'bob@x.org' },
      { id: 3, name: 'Bob', email: 'bob@x.org' },
    ].sort((one, other) => one.id - other.id),
    unmatched: 1,
  });
  expect(matchMap(entries, authors, 'tfvc').mappings[0]).toEqual({ id: 1, name: 'Ann Any', email: 'any@x.org' });
});
