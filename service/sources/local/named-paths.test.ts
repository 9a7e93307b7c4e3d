import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { readGivenAddress } from '../address.ts';
import { pathsNamedBy } from './named-paths.ts';

test('a home that ssh goes to on this machine is seen however it is written', () => {
  const tilde = ['ssh://localhost/~/x', 'ssh://localhost/%7E/x', 'ssh://me@localhost/%7eme/x', 'localhost:x'];
  // What Mercurial finds behind a single slash.
  for (const url of [...tilde, 'ssh://localhost/x']) {
    expect(pathsNamedBy(readGivenAddress(url)), url).toContain(`${homedir()}/x`);
  }
  expect(pathsNamedBy(readGivenAddress('ssh://localhost//x'))).toContain('//x');
  expect(pathsNamedBy(readGivenAddress('svn+ssh://localhost/x'))).toEqual(['/x']);
});

test('percent signs of file: are read one by one, as git reads them', () => {
  expect(pathsNamedBy(readGivenAddress('file:///50%/%61%zz'))).toEqual(['/50%/%61%zz', '/50%/a%zz']);
});
