import { homedir, networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { readGivenAddress } from '../address.ts';
import { isOfThisMachine, pathsNamedBy } from './named-paths.ts';

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

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).flatMap(({ family, address }) => (family === 'IPv4' ? [address] : [])),
  );

test('this machine by way of ssh, however git and Mercurial read its name', () => {
  for (const url of [
    '[127.0.0.1:22]:/x',
    'me@[2130706433:22]:/x',
    'ssh://[127.0.0.1:22]/x',
    'ssh://[2130706433]/x',
    '[0]:x',
    '[::ffff:0.0.0.0]:x',
    'ssh://[::ffff:7f00:1]/x',
    ...ownAddresses().map((address) => `[::ffff:${address}]:x`),
    'ssh://a@b@[::1]:22/x',
    'ssh://localhost:22?/x',
    'ssh://127.0.0.1:22#x',
    '[::1]:/x',
    '[::]:/x',
    '127.1:x',
    'localhost.:x',
    'ssh://0/x',
    'ssh://127.1/x',
    'ssh://0177.0.0.1/x',
    'ssh://0x7f000001/x',
    'ssh://LOCALHOST./x',
    '[::127.0.0.1]:x',
    'ssh://[::7f00:1]/x',
    '[::ffff:7f00:1]:x',
    '[::ffff:0:127.0.0.1]:x',
    'ssh://[64:ff9b::7f00:1]/x',
    'ssh://[64:ff9b::127.0.0.1]/x',
    'ssh://[64:ff9b:1::127.0.0.1]/x',
    'ssh://[2002:7f00:1::]/x',
    'ip6-localhost:x',
    'ssh://ip6-loopback/x',
    'ssh://localhost.localdomain/x',
    'ssh://localhost6.localdomain6/x',
  ])
    expect([url, isOfThisMachine(readGivenAddress(url))]).toEqual([url, true]);
  for (const url of [
    '[192.0.2.77:22]:/x',
    'ssh://[192.0.2.77:22]/x',
    '[2001:db8::1:22]:/x',
    '[64:ff9b::192.0.2.77]:/x',
    'ssh://[2002:c000:24d::1]/x',
    'ssh://[64:ff9b:2::7f00:1]/x',
    'ssh://localhost.example.com/x',
  ])
    expect([url, isOfThisMachine(readGivenAddress(url))]).toEqual([url, false]);
});
