import { describe, expect, it } from 'vitest';
import { givenAddress, readSource } from './read-source.ts';

const addressOf = (given: string) => {
  const read = readSource(given);
  return read.kind === 'address' || read.kind === 'path' ? read.address : read.kind;
};

describe('readSource', () => {
  it.each([
    ['  https://svn.example.org/repos/tool  ', 'https://svn.example.org/repos/tool'],
    ['"https://host/a b"', 'https://host/a b'],
    ['<https://host/x>', 'https://host/x'],
    ['“https://host/x”', 'https://host/x'],
    ['git clone https://host/x.git', 'https://host/x.git'],
    ['$ git clone --depth 1 -b main git@host.example:team/x.git here', 'git@host.example:team/x.git'],
    ["git -c http.proxy=http://proxy:1 clone 'https://host/with space.git' x", 'https://host/with space.git'],
    ['git clone ssh://git@host/x.git', 'ssh://git@host/x.git'],
    ['git remote add origin https://host/x.git', 'https://host/x.git'],
    ['git clone "/srv/my repos/x.git"', '/srv/my repos/x.git'],
    ['svn co https://svn.example.org/repos/tool/trunk@1234 tool', 'https://svn.example.org/repos/tool/trunk'],
    ['svn checkout -r 12 svn://host/x --username=me', 'svn://host/x'],
    ['/usr/bin/svn export file:///srv/svn/x', 'file:///srv/svn/x'],
    ['hg clone https://hg.example.org/x', 'https://hg.example.org/x'],
    ['hg clone https://hg.example.org/x#stable', 'https://hg.example.org/x'],
    ['C:\\Repos\\x', 'C:\\Repos\\x'],
    ['~/repos/x', '~/repos/x'],
    ["'/srv/x y.bundle'", '/srv/x y.bundle'],
    ['example.org/team/x.git', 'https://example.org/team/x.git'],
    ['server:8080/svn/x', 'server:8080/svn/x'],
    ['server:srv/x', 'server:srv/x'],
    ['„https://host/x.git“', 'https://host/x.git'],
    ['»/srv/x«', '/srv/x'],
    ['”https://host/x”', 'https://host/x'],
    ['\u200bhttps://host/x\ufeff', 'https://host/x'],
    ['\u202a/srv/x\u202c', '/srv/x'],
    ['git -C /srv clone https://host/x.git', 'https://host/x.git'],
    ['sudo git clone https://host/x.git', 'https://host/x.git'],
    ['cd /srv && LANG=C git clone https://host/x.git && cd x', 'https://host/x.git'],
    ['git-svn clone -s https://host/svn/x', 'https://host/svn/x'],
    ['git clone --reference-if-able /srv/cache.git https://host/x.git', 'https://host/x.git'],
    ['git --git-dir /srv/y.git fetch https://host/x.git', 'https://host/x.git'],
    ['git svn clone --rewrite-root https://old.example/x --ignore-paths "/a/b" https://host/x', 'https://host/x'],
    ['hg -R /srv/y pull https://host/x', 'https://host/x'],
    ['svn ls -R https://host/x', 'https://host/x'],
    ['git clone https://host/x.git; cd x', 'https://host/x.git'],
    ['git clone https://host/x.git>log 2>&1', 'https://host/x.git'],
    ['git clone https://host/x?a=1&b=2 | tee log', 'https://host/x?a=1&b=2'],
    ['cd /srv; git clone https://host/x.git&& cd x', 'https://host/x.git'],
    ['git clone https://host/with\\ space.git', 'https://host/with space.git'],
    ['me@pc:~/src$ git clone https://host/x.git', 'https://host/x.git'],
    ['~$ sudo git clone https://host/x.git', 'https://host/x.git'],
    ['C:\\Users\\me> git clone https://host/x.git', 'https://host/x.git'],
    ['PS C:\\> & "C:\\Program Files\\Git\\bin\\git.exe" clone https://host/x.git', 'https://host/x.git'],
    ['svn co https://host/x@{2020-01-01}', 'https://host/x'],
    ['svn co https://host/a@b/x@', 'https://host/a@b/x'],
    ['me:secret@host.example/x', 'https://host.example/x'],
    ['', 'nothing'],
    ['   \n  ', 'nothing'],
    ['/srv/list.csv', 'list_file'],
    ['/srv/archive.tar.gz', 'archive'],
    ['git', 'git'],
    ['git clone', 'git clone'],
  ])('finds the address in %s', (given, address) => {
    expect(addressOf(given)).toBe(address);
  });

  it('takes logins out of addresses and commands', () => {
    const login = { kind: 'address', username: 'me', password: 'p w' };
    expect(readSource('https://me:p%20w@host/x')).toMatchObject({ ...login, address: 'https://host/x' });
    expect(readSource('svn co --username me --password "p w" https://host/x')).toMatchObject(login);
  });

  it('takes a name without a password out of addresses of web servers, and a token in its place is no name', () => {
    const at = (username: string, password: string) => ({ address: 'https://host/x.git', username, password });
    expect(readSource('https://ann%40x.org@host/x.git')).toMatchObject(at('ann@x.org', ''));
    expect(readSource('https://ghp_abcDEF0123@host/x.git')).toMatchObject(at('', 'ghp_abcDEF0123'));
    for (const name of ['atlas1', 'gl-build1', 'build-service-account-for-the-migration-2'])
      expect(readSource(`https://${name}@host/x.git`)).toMatchObject(at(name, ''));
    expect(readSource(`https://${'a1'.repeat(20)}@host/x.git`)).toMatchObject(at('', 'a1'.repeat(20)));
    expect(readSource('ssh://git@host/x.git')).toMatchObject({ address: 'ssh://git@host/x.git', username: '' });
  });

  it('gives one address where only one is asked for', () => {
    const none = { username: '', password: '' };
    expect(givenAddress('git push “https://me:p@ss@host/x.git” main')).toEqual({
      address: 'https://host/x.git',
      username: 'me',
      password: 'p@ss',
    });
    expect(givenAddress('"~/remotes/x.git"')).toEqual({ address: '~/remotes/x.git', ...none });
    expect(givenAddress(' /srv/{name}.csv ')).toEqual({ address: '/srv/{name}.csv', ...none });
    expect(givenAddress('host.example/{owner}/{name}.git').address).toBe('https://host.example/{owner}/{name}.git');
  });

  it('says what it seems to be', () => {
    expect(readSource('svn+ssh://me@host/x')).toMatchObject({ words: 'Subversion on host, over SSH' });
    expect(readSource('git@host.example:x')).toMatchObject({ words: 'A repository on host.example, over SSH' });
    expect(readSource('https://dev.azure.com/o/p')).toMatchObject({
      words: 'Azure DevOps or Team Foundation on dev.azure.com',
    });
    expect(readSource('https://svn.example.org/x')).toMatchObject({ words: 'Probably Subversion on svn.example.org' });
    for (const none of ['https://', 'no https://host/x', 'http://[']) {
      expect(readSource(none)).toMatchObject({ words: 'This is no address yet' });
    }
    expect(readSource('/a/x.bundle')).toMatchObject({ words: 'A bundle on this machine' });
  });

  it('takes files as file managers copy them for the paths that they are', () => {
    expect(readSource('file:///home/me/My%20tool.bundle')).toMatchObject({
      kind: 'path',
      address: '/home/me/My tool.bundle',
    });
    expect(readSource('file://localhost/a/100%.hg')).toMatchObject({ kind: 'path', address: '/a/100%.hg' });
    expect(readSource('file:///C:/a.CSV')).toMatchObject({ kind: 'list_file', path: 'C:/a.CSV' });
    expect(readSource('file:///a/x.tar.gz')).toMatchObject({ kind: 'archive', path: '/a/x.tar.gz' });
    // Subversion takes a folder as this address alone.
    expect(readSource('file:///srv/My%20svn')).toMatchObject({ kind: 'path', address: 'file:///srv/My%20svn' });
  });

  it('takes several lines for a list', () => {
    expect(readSource('git clone https://a/x.git\r\n\n https://me:secret@b/y \n/srv/z\n')).toEqual({
      kind: 'list',
      count: 3,
      alone: [],
      list: JSON.stringify([
        { address: 'https://a/x.git' },
        { address: 'https://b/y', username: 'me', password: 'secret' },
        { address: '/srv/z' },
      ]),
    });
    const table = 'Address;owner\nhttps://a/x;acme\n';
    expect(readSource(table)).toEqual({ kind: 'list', list: table, count: 1, alone: [] });
    const json = '[\n{"address": "x"},\n{"address": "y"}\n]';
    expect(readSource(json)).toEqual({ kind: 'list', list: json, count: 2, alone: [] });
    const line = '[{"address": "https://a/x{1}"}]';
    expect(readSource(line)).toEqual({ kind: 'list', list: line, count: 1, alone: [] });
    expect(readSource('{\n"vcs_url": "https://a/x"\n}')).toMatchObject({
      list: '[{\n"vcs_url": "https://a/x"\n}]',
      count: 1,
    });
    expect(readSource('[::1]:x.git')).toMatchObject({ kind: 'address', address: '[::1]:x.git' });
  });

  it('names what lines of a list are opened by themselves', () => {
    expect(readSource('https://a/x.git\n"/srv/all.tar.gz"\n~/more.tgz\r\n/srv/others.csv\n/srv/z')).toMatchObject({
      count: 2,
      alone: ['/srv/all.tar.gz', '~/more.tgz', '/srv/others.csv'],
    });
  });
});

describe('what programs print', () => {
  it.each([
    ['origin\thttps://github.com/acme/tool.git (fetch)', 'https://github.com/acme/tool.git'],
    ['https://github.com/acme/tool.git (push)', 'https://github.com/acme/tool.git'],
    ['origin  git@host.example:acme/tool.git (fetch) [blob:none]', 'git@host.example:acme/tool.git'],
    ['\turl = git@host.example:acme/tool.git', 'git@host.example:acme/tool.git'],
    ['remote.origin.url=https://host/x.git', 'https://host/x.git'],
    ['default = ssh://hg@host//srv/x', 'ssh://hg@host//srv/x'],
    ['default = /srv/hg/x', '/srv/hg/x'],
    ['URL: https://svn.example.org/x/trunk', 'https://svn.example.org/x/trunk'],
    ['Basis des Projektarchivs: svn://host/x', 'svn://host/x'],
    ['  Fetch URL: https://host/x.git', 'https://host/x.git'],
    ['[tool](https://host/x)', 'https://host/x'],
    ['https://host/x.git,', 'https://host/x.git'],
    ['https://host/x.git.', 'https://host/x.git'],
    ['gh repo clone acme/tool -- --depth 1', 'https://github.com/acme/tool'],
    ['glab repo clone acme/group/tool', 'https://gitlab.com/acme/group/tool'],
    ['GIT_SSH_COMMAND="ssh -i k" git clone git@host:x.git', 'git@host:x.git'],
  ])('tells the address in %s', (given, address) => {
    expect(addressOf(given)).toBe(address);
  });

  it('tells one address in many lines, and several as a list', () => {
    const info = `Path: .
Working Copy Root Path: /home/ann/tool
URL: https://svn.example.org/x/trunk
Relative URL: ^/trunk
Repository Root: https://svn.example.org/x
Repository UUID: 13f79535-47bb-0310-9956-ffa450edef68
Revision: 12
Last Changed Date: 2020-01-01 10:00:00 +0000 (Wed, 01 Jan 2020)
`;
    expect(addressOf(info)).toBe('https://svn.example.org/x/trunk');
    const config = `[core]
	bare = false
[remote "origin"]
	url = https://me:secret@host/x.git
	fetch = +refs/heads/*:refs/remotes/origin/*
`;
    expect(readSource(config)).toMatchObject({ address: 'https://host/x.git', username: 'me', password: 'secret' });
    const remotes = 'a\thttps://host/a.git (fetch)\na\thttps://host/a.git (push)\nb\tgit@host:b.git (fetch)\n';
    expect(readSource(remotes)).toMatchObject({ kind: 'list', count: 2 });
    expect(readSource('https://host/a\nname: https://host/b\n')).toMatchObject({ kind: 'list', count: 2 });
  });

  it('passes over remarks of a list', () => {
    const list = '# team a\nhttps://host/a\n\n#\nhttps://host/b\n# git clone https://host/c\n';
    expect(readSource(list)).toMatchObject({ kind: 'list', count: 3 });
  });

  it('says of a missing slash that this is no address', () => {
    expect(readSource('http:/host/x')).toMatchObject({ words: 'This is no address yet' });
    expect(readSource('server:8080/svn/x')).toMatchObject({ words: 'This is no address yet' });
  });
});
