import { expect, test } from 'vitest';
import { archivesNamed, readSecondStart } from './command-line.ts';
import { linksAmong, readDeepLink } from './deep-links.ts';

const address = (text: string) => `gantry://import?address=${encodeURIComponent(text)}`;

test('links open a repository, an import, and the wizard with an address', () => {
  expect(readDeepLink('gantry://repository/acme/tool')).toEqual({ kind: 'repository', owner: 'acme', repo: 'tool' });
  expect(readDeepLink('GANTRY://Import/acme/tool.x/')).toEqual({ kind: 'import', owner: 'acme', repo: 'tool.x' });
  for (const url of ['https://svn.example.org/repos/x', 'svn+ssh://sven@host/x', 'ssh://git@host:2222/~/x.git']) {
    expect(readDeepLink(address(url))).toEqual({ kind: 'source', address: url });
  }
});

test.each([
  ['folders of this machine', address('/etc'), 'does not lead to a server'],
  ['folders as addresses', address('file:///etc/passwd'), 'does not lead to a server'],
  ['a drive', address('C:\\Users'), 'does not lead to a server'],
  ['what runs a program', address('ext::sh -c x'), 'cannot be seen'],
  ['what runs a program, without blanks', address('ext::x'), 'does not lead to a server'],
  ['options', address('--upload-pack=x'), 'does not lead to a server'],
  ['scripts', address('javascript:alert(1)'), 'does not lead to a server'],
  ['passwords', address('https://ann:secret@host/x'), 'Enter them yourself'],
  ['tokens as user names', address('https://secret@host/x'), 'Enter them yourself'],
  ['tokens in a query', address('https://host/x?token=secret'), 'Enter them yourself'],
  ['passwords of ssh', address('ssh://git:secret@host/x'), 'Enter them yourself'],
  ['passwords beside the address', `${address('https://host/x')}&vcs_password=secret`, 'never come with a link'],
  ['a wish to start', `${address('https://host/x')}&start=true`, 'never come with a link'],
  ['two addresses', `${address('https://host/x')}&address=https://other/y`, 'never come with a link'],
  ['no address', 'gantry://import', 'never come with a link'],
  ['text that runs the other way', address('https://host/\u202egit.x'), 'cannot be seen'],
  ['a second line', address('https://host/x\ny'), 'cannot be seen'],
  ['ways out of a path', 'gantry://repository/acme/%2e%2e', 'knows no such place'],
  ['slashes in names', 'gantry://repository/acme/a%2fb', 'names no repository'],
  ['what cannot be decoded', 'gantry://repository/acme/%ff', 'names no repository'],
  ['places that delete', 'gantry://repository/acme/tool/delete', 'knows no such place'],
  ['settings', 'gantry://settings', 'knows no such place'],
  ['users of links', 'gantry://ann:secret@repository/acme/tool', 'more than a place'],
  ['what is too long', address(`https://host/${'x'.repeat(3000)}`), 'longer than any address'],
  ['other schemes', 'https://repository/acme/tool', 'cannot be read'],
  ['nonsense', 'gantry:', 'knows no such place'],
])('%s are refused with a sentence that repeats nothing of them', (_what, link, why) => {
  const read = readDeepLink(link);
  expect(read).toEqual({ kind: 'refused', message: expect.stringContaining(why) });
  expect(JSON.stringify(read)).not.toContain('secret');
});

test('links among arguments: few of a flood, none that is an option, and no archives', () => {
  expect(linksAmong(['gantry://x', 'Gantry:x', 'x.tar.gz', '--gantry:', 7])).toEqual(['gantry://x', 'Gantry:x']);
  expect(linksAmong(Array.from({ length: 50 }, (_, n) => `gantry://repository/acme/tool-${n}`))).toHaveLength(10);
  expect(archivesNamed(['gantry://repository/acme/a.tar.gz', 'b.tar.gz'], '/there')).toEqual(['/there/b.tar.gz']);
  expect(archivesNamed(['file:///there/my%20archive.tar.gz'], '/elsewhere')).toEqual(['/there/my archive.tar.gz']);
  expect(archivesNamed(['file:///there/a%2Fb.tar.gz'], '/x')).toEqual(['/x/file:/there/a%2Fb.tar.gz']);
  const told = readSecondStart({ links: ['gantry://repository/acme/tool', { evil: true }, '--flag'] });
  expect(told).toEqual({ dataFolder: null, archives: [], links: ['gantry://repository/acme/tool'], flags: [] });
});
