import { expect, it } from 'vitest';
import { listOfRepositories } from './list-of-repositories.ts';

const login = { username: 'ann', password: 'secret' };
const found = (...addresses: string[]) =>
  addresses.map((vcs_url) => ({ vcs_url, vcs: 'subversion' as const, repository: null }));
const sourcesOf = (vcs_url: string, addresses: string[]) =>
  JSON.parse(listOfRepositories({ vcs_url, repositories: found(...addresses) }, login).list);

it('tells a login to the server that it was given for alone, whatever a page names', () => {
  const asked = 'https://host/svn';
  const elsewhere = ['https://other/svn/a', 'http://host/svn/a', 'https://host:8443/svn/a', '/srv/a'];
  expect(sourcesOf(asked, ['https://host/svn/a', ...elsewhere])).toEqual([
    { vcs_url: 'https://host/svn/a', vcs: 'subversion', ...login },
    ...elsewhere.map((vcs_url) => ({ vcs_url, vcs: 'subversion' })),
  ]);
});

it('has a name that the engine takes, however long the address is', () => {
  const { name } = listOfRepositories({ vcs_url: `/${'a'.repeat(300)}/end`, repositories: [] }, login);
  expect(name).toMatch(/^a{196}\/end$/);
});
