import { expect, it } from 'vitest';
import { allowedExternalAddress } from './external-addresses.ts';

it('opens pages of the list', () => {
  expect(allowedExternalAddress('https://git-scm.com/downloads')).toBe('https://git-scm.com/downloads');
});

it.each([
  'http://git-scm.com/',
  'https://git-scm.com.evil.example/',
  'https://user:secret@git-scm.com/',
  'https://git-scm.com:8443/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
])('refuses %s', (address) => {
  expect(allowedExternalAddress(address)).toBeNull();
});
