import { expect, test } from 'vitest';
import { inPlainShape, shapeOf } from './address-shapes.ts';

test('owners that are called as other hosts call the place of owners keep their names', () => {
  const root = 'https://github.example.com';
  for (const login of ['groups', 'projects', 'users', 'u']) {
    const record = { url: `${root}/${login}/repos`, owner: `${root}/${login}` };
    expect(shapeOf(record)).toEqual({ shape: 'plain', root: null });
    expect(inPlainShape(record, root, 'plain')).toBe(record);
  }
});

test('addresses alone are given another shape, people’s words are not', () => {
  const root = 'https://code.example.com';
  const url = `${root}/projects/A/repos/b/pull-requests/1`;
  expect(inPlainShape({ url, body: url, base: { user: `${root}/users/x` } }, root, 'bitbucket_server')).toEqual({
    url: `${root}/A/b/pull-requests/1`,
    body: url,
    base: { user: `${root}/x` },
  });
});
