import { expect, test } from 'vitest';
import { InvalidAddress, readAddress, readGivenAddress } from './address.ts';

test.each([
  ['https://host.example/a/b.git', 'https'],
  ['http://host:8080/svn', 'http'],
  ['git://host/x', 'git'],
  ['ssh://git@host:22/x.git', 'ssh'],
  ['git@host:group/x.git', 'ssh'],
  ['host.example:x.git', 'ssh'],
  ['svn://host/repo/trunk', 'svn'],
  ['svn+ssh://me@host/repo', 'svn+ssh'],
  ['file:///srv/a%20b', 'file'],
  ['/srv/a b', 'path'],
  ['C:\\repos\\x', 'path'],
  ['d:/repos/x', 'path'],
  ['\\\\server\\share\\x', 'path'],
  ['file:///C:/svn/x', 'file'],
  ['http://[::1]:80/x', 'http'],
])('%s is taken', (url, scheme) => {
  expect(readGivenAddress(` ${url} `)).toEqual({ url, scheme, credentials: null });
});

test.each([
  ['file:///srv/a%20b.bundle', '/srv/a b.bundle'],
  ['file://localhost/srv/x.hg', '/srv/x.hg'],
  ['file:///C:/x.bundle', 'C:/x.bundle'],
])('%s is a file, which git reads by its path alone', (url, path) => {
  expect(readGivenAddress(url)).toEqual({ url: path, scheme: 'path', credentials: null });
});

test.each([
  '',
  '-oProxyCommand=x',
  '--upload-pack=touch x',
  'ext::sh -c id',
  'fd::17/x',
  'transport::http://x',
  'ftp://host/x',
  'relative/path',
  'ssh://-oProxyCommand=x/y',
  'ssh://-x@host/y',
  '-x@host:y',
  'host.example:-x',
  'http:///x',
  'https://host:port/x',
  'https://host/a\nb',
  'ssh://%2DoProxyCommand=x/y',
  'svn+ssh://%2doProxyCommand=x/y',
  'ssh://%2DoProxyCommand=x@host/y',
  'svn+ssh://%2Dx@host/y',
  'https://me%0a:x@host/y',
  'https://me:x%00y@host/y',
  'http://a b/y',
  'ext::sh%20-c%20id',
  'FD::3',
])('%s is refused with a sentence', (url) => {
  expect(() => readAddress(url)).toThrow(InvalidAddress);
  expect(() => readAddress(url)).toThrow(/\.$/);
});

test.each([
  ['ssh://git@host:acme/tool.git', /stands a colon, and no port/],
  ['https://me:secret@host:acme/tool.git', /stands a colon, and no port/],
  ['https://host:99999/x', /^99999 is no port/],
  ['svn://host:0/x', /^0 is no port/],
])('what is wrong with %s is said', (url, sentence) => {
  expect(() => readGivenAddress(url)).toThrow(sentence);
  expect(() => readGivenAddress(url)).not.toThrow(/secret/);
});

test.each([
  ['https://me:p%40ss@host/x', 'https://host/x', { username: 'me', password: 'p@ss' }],
  ['https://token123@host/x?y=1', 'https://host/x?y=1', { username: 'token123', password: '' }],
  ['svn://a:b:c@host:99/x', 'svn://host:99/x', { username: 'a', password: 'b:c' }],
  ['HTTPS://me:100%@host/x', 'https://host/x', { username: 'me', password: '100%' }],
  ['ssh://git:secret@host/x', 'ssh://git@host/x', null],
])('%s is stored without its password', (given, url, credentials) => {
  expect(readAddress(given)).toMatchObject({ url, credentials });
});

// Taken for a host called "http" or "me", they would be kept, shown and logged with their passwords.
test.each([
  'http:\\\\me:secret@host\\x.git',
  'http:/me:secret@host/x.git',
  'HTTPS:me:secret@host/x.git',
  'https:host/x.git',
  'ssh:/me:secret@host/x.git',
  'svn:\\\\me:secret@host/x',
  'me:secret@host:x.git',
  'me:secret@host/x.git',
  'me:sec:ret@host',
  'token:secret:@host/x.git',
])('%s is refused, and its password not repeated', (url) => {
  expect(() => readGivenAddress(url)).toThrow(InvalidAddress);
  expect(() => readGivenAddress(url)).not.toThrow(/secret/);
});

test.each(['host:srv/a@b/x.git', 'git:/srv/x.git', 'me@host:a@b/x.git', 'svn:x'])('%s is a place at a host', (url) => {
  expect(readGivenAddress(url)).toMatchObject({ url, scheme: 'ssh' });
});

test.each(['localhost:8080/svn/tool', 'svn.example.org:443', 'h1:3690/'])('%s says no way to go', (url) => {
  expect(() => readGivenAddress(url)).toThrow(`Write http://${url}`);
  expect(readGivenAddress(`me@${url}`)).toMatchObject({ scheme: 'ssh' });
  // What was taken before stays what it was.
  expect(readAddress(url)).toMatchObject({ url, scheme: 'ssh' });
});

test('an endless address is refused', () => {
  expect(() => readAddress(`https://host/${'x'.repeat(5000)}`)).toThrow(InvalidAddress);
});
