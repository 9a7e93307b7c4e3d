import { describe, expect, it } from 'vitest';
import { isFolder, nameProblem, splitCredentials, suggestedName } from './source-address.ts';

describe('splitCredentials', () => {
  it.each([
    ['https://me:p@ss@host/a', 'https://host/a', 'me', 'p@ss'],
    ['https://me@corp.example:secret@host/a', 'https://host/a', 'me@corp.example', 'secret'],
    ['https://me:pa/ss@host/a', 'https://host/a', 'me', 'pa/ss'],
    ['http:/me:secret@host/a', 'http://host/a', 'me', 'secret'],
    ['https:me:secret@host/a', 'https://host/a', 'me', 'secret'],
    ['me:secret@host.example/a', 'host.example/a', 'me', 'secret'],
  ])('leaves nothing of a password in %s', (text, address, username, password) => {
    expect(splitCredentials(text)).toEqual({ address, username, password });
  });

  it.each([
    'https://host:8080/a@b',
    'http://[::1]:3000/a@b',
    'git@host:team/a@b.git',
    'ssh://git@host:22/a',
    'host.example:team/a.git',
    'svn://host/a@12',
  ])('leaves %s as it is', (address) => {
    expect(splitCredentials(address)).toEqual({ address, username: '', password: '' });
  });

  it('takes user name and password out of an address', () => {
    expect(splitCredentials(' https://anna:p%40ss@svn.example.org/repos/tool ')).toEqual({
      address: 'https://svn.example.org/repos/tool',
      username: 'anna',
      password: 'p@ss',
    });
  });

  it.each(['git@host.example:team/tool.git', 'ssh://git@host.example/tool.git', 'svn://host:3690/repo', '/srv/a:b@c'])(
    'leaves %s as it is',
    (address) => {
      expect(splitCredentials(address)).toEqual({ address, username: '', password: '' });
    },
  );
});

describe('suggestedName', () => {
  it.each([
    ['https://svn.example.org/repos/tool/trunk', 'tool'],
    ['svn://host/', 'repository'],
    ['git@host.example:team/tool.git', 'tool'],
    ['file:///srv/svn/My%20Project', 'My-Project'],
    ['/srv/git/tool.git/', 'tool'],
    ['/home/me/tool.bundle', 'tool'],
    ['/home/me/tool.hg', 'tool'],
    ['https://host/a/b?x=1#y', 'b'],
    ['https://host/tfs/DefaultCollection', 'repository'],
    ['https://dev.azure.com/contoso/Fabrikam%20Fiber', 'Fabrikam-Fiber'],
    ['Fabrikam Fiber', 'Fabrikam-Fiber'],
    ['C:\\svn\\tool', 'tool'],
    ['\\\\server\\share\\tool\\', 'tool'],
    ['file:///C:/svn/My%20Project', 'My-Project'],
    ['https://host/aux', 'repository-aux'],
  ])('%s suggests %s', (address, name) => {
    expect(suggestedName(address)).toBe(name);
    expect(nameProblem(suggestedName(address))).toBeNull();
  });
});

it('knows folders of this machine from addresses of servers', () => {
  for (const folder of [
    '/srv/svn',
    'file:///srv/svn',
    'FILE:/srv',
    '~/work',
    'C:\\svn',
    'd:/svn',
    '\\\\host\\share',
    '../svn',
  ])
    expect([folder, isFolder(folder)]).toEqual([folder, true]);
  for (const server of ['https://example.org/x', 'svn://host/x', 'git@host:x', 'host:x/y', 'ssh://host/x', ''])
    expect([server, isFolder(server)]).toEqual([server, false]);
});
