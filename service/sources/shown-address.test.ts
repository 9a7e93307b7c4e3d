import { expect, test } from 'vitest';
import { shownAddress, withoutLogins } from './shown-address.ts';

test.each([
  ['https://ann:secret@host.example/x.git', 'https://host.example/x.git'],
  ['https://secret@host.example:8443/x.git?private_token=secret#secret', 'https://host.example:8443/x.git'],
  ['ssh://git@host.example/x.git', 'ssh://host.example/x.git'],
  ['git@host.example:x.git', 'git@host.example:x.git'],
  ['../x.git', '../x.git'],
  ['/srv/x.git', '/srv/x.git'],
  ['https://ann:sec/ret@host.example/x.git', null],
  ['https://ann:12/secret@host.example/x.git', null],
  ['ann:secret@host.example:x.git', null],
  ['https:ann:secret@host.example/x.git', null],
  ['https://host.example/\u0007x', null],
])('%s is told as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test.each([
  ['https://ann:secret@host.example/x lib', 'https://host.example/x lib'],
  ['lib https://ann:sec@ret@host.example/x', 'lib https://host.example/x'],
  ['lib -r5 svn+ssh://ann@host.example/x@12', 'lib -r5 svn+ssh://host.example/x@12'],
  ['"https://token-secret@host.example/x@HEAD" "a b"', '"https://host.example/x@HEAD" "a b"'],
  ['https://ann:sec/ret@host.example/x lib', '… lib'],
  ['^/../x lib', '^/../x lib'],
  ['//host.example/x lib', '//host.example/x lib'],
  ['//ann:secret@host.example/x lib', '//host.example/x lib'],
])('of externals %s is told as %s', (line, shown) => {
  expect(withoutLogins(line)).toBe(shown);
});
