import { expect, it } from 'vitest';
import { begunSince } from './begun-since.ts';

it('names whose update was begun after it was refused, and nobody else', () => {
  const refused = ['before', 'after', 'imported', 'never'].map((repo) => ({
    ...{ owner: 'team', repo, sentence: 'It is locked.', at: '2026-01-01T00:00:05.250Z' },
  }));
  const begun = (repo: string, kind: 'update' | 'import', begun_at: string) => ({
    owner: 'team',
    repo,
    kind,
    begun_at,
  });
  expect(
    begunSince(refused, [
      begun('before', 'update', '2026-01-01T00:00:04Z'),
      begun('after', 'update', '2026-01-01T00:00:06Z'),
      begun('imported', 'import', '2026-01-01T00:00:06Z'),
      begun('other', 'update', '2026-01-01T00:00:06Z'),
    ]),
  ).toEqual(['team/after']);
});
